import type { en } from './en'

export const es = {
  id: 'guest-claims',
  title: '¿Se inscribió antes como invitado?',
  text: 'Usted envió estas solicitudes como invitado con este correo electrónico. Agréguelas a su cuenta para verlas aquí. Los días y los costos no cambian.',
  add: 'Agregar',
  addFor: (title, child) => `Agregar ${title}, para ${child}`,
} satisfies typeof en
