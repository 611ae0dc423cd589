import type { en } from './join.en'

export const es = {
  id: 'join',
  notValid: 'Esta invitación ya no es válida.',
  askAgain:
    'Cada enlace sirve una sola vez y durante 7 días. Si ya es parte de la familia, no tiene que hacer nada más. Si no, pida a la persona que le invitó que lo envíe de nuevo.',
  askAgainOrSignIn:
    'Cada enlace sirve una sola vez y durante 7 días. Pida a la persona que le invitó que lo envíe de nuevo, o inicie sesión si ya es parte de la familia.',
  home: 'Ir al inicio',
  signIn: 'Iniciar sesión',
  title: '{person} le invita a su familia en {programme}',
  titleByOffice: 'La oficina de cuidado después de clases le invitó a la familia de {person} en {programme}',
  about: '{programme} cuida a los niños después de clases. Las familias reservan sus días en este sitio.',
  sameRecords: 'Usted y {person} verán y manejarán los mismos niños, inscripciones y pagos.',
  emails: 'Usted también recibirá los correos de la familia.',
  privacy: 'La familia verá su nombre y su correo. Puede salir cuando quiera.',
  signInFirst: 'Usted ya tiene una cuenta aquí. Inicie sesión y después únase a la familia.',
  signedInAs: (email) => `Inició sesión como ${email}.`,
  join: 'Unirme a esta familia',
  otherAddress: (email) => `Esta invitación se envió a {invited}. Usted inició sesión como ${email}.`,
  otherAddressHelp: (email) =>
    `Cierre sesión para unirse con esa dirección, o pida a {person} que invite a ${email}.`,
  signOut: 'Cerrar sesión',
  email: 'Correo electrónico',
  choosePassword: 'Elija una contraseña',
  notJoined: 'No pudo unirse',
  accountFailed: 'No pudimos crear su cuenta. Inténtelo de nuevo.',
  unreachable: 'No pudimos conectarnos con el servidor. Revise su conexión e inténtelo de nuevo.',
} satisfies typeof en
