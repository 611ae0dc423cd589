import type { en } from './en'

export const es = {
  id: 'guest-registration',
  dropInTitle: 'Su solicitud de día suelto',
  loading: 'Cargando su inscripción',
  invalid: { title: 'Este enlace no funciona', text: 'Este enlace no es válido o ya venció.' },
  failed: 'No pudimos comprobar el enlace. Revise su conexión e inténtelo de nuevo.',
  dropIn: 'Solicitud de día suelto',
  registration: 'Inscripción',
  cancelledOn: (date) => `Cancelada el ${date}`,
  totalFee: 'Costo total',
  agreedByPhoneOn: (date) => `Aceptó los términos por teléfono el ${date}`,
  agreedOn: (date) => `Aceptó los términos el ${date}`,
  help: 'Cualquier persona que tenga este enlace puede ver esta página. Funciona durante un año. ¿Preguntas? Escriba a {email}, o {create} con el mismo correo electrónico para agregar esto a los datos de sus niños.',
  claimed:
    'Esto ya pertenece a una cuenta: {signIn} para verlo o cambiarlo. Cualquier persona que tenga este enlace puede ver esta página. Funciona durante un año. ¿Preguntas? Escriba a {email}.',
  signIn: 'inicie sesión',
  create: 'cree una cuenta',
} satisfies typeof en
