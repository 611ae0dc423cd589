import type { en } from './en'

export const es = {
  id: 'guest-portal',
  description: 'No necesita cuenta: escriba sus datos, elija los días y listo.',
  back: 'Volver al inicio',
  month: {
    title: 'Inscripción mensual',
    text: 'Elija en el calendario los días de cuidado de todo un mes y vea el costo al instante.',
  },
  dropIn: {
    title: 'Día suelto',
    text: 'Solicite un solo día, para hoy o para mañana, con hasta 24 horas de anticipación.',
  },
  help: {
    title: '¿Necesita ayuda?',
    text: 'Como invitado, cada vez escribe sus datos y los de su hijo o hija, y le confirmamos por correo. Con una cuenta, guardamos los datos de sus niños y su historial. {create} o, si tiene preguntas, escriba a {email}.',
    create: 'Cree una cuenta',
  },
} satisfies typeof en
