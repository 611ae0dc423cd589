import type { en } from './en'

export const es = {
  id: 'sign-in',
  fullName: 'Nombre completo',
  email: 'Correo electrónico',
  password: 'Contraseña',
  signIn: 'Iniciar sesión',
  forgot: '¿Olvidó su contraseña?',
  failed: 'No pudo iniciar sesión',
  invalid: 'El correo o la contraseña no son correctos. Inténtelo de nuevo.',
  unexpected: {
    title: 'No pudo iniciar sesión',
    text: 'Ocurrió un error inesperado. Inténtelo de nuevo.',
  },
  unverified: {
    text: (email) => `Abra el enlace del correo que enviamos a ${email} y después inicie sesión.`,
    send: 'Enviar el correo de nuevo',
    sent: { title: 'Correo enviado', text: 'Revise su correo para confirmar su cuenta.' },
    failed: { title: 'No pudimos enviar el correo', text: 'Inténtelo de nuevo.' },
  },
  sessionEnded: 'Su sesión terminó o la cerró en otra pestaña. Inicie sesión para continuar donde se quedó.',
  link: {
    checking: 'Revisando su enlace…',
    unreachable: 'No pudimos revisar el enlace. Revise su conexión e inténtelo de nuevo.',
    tryAgain: 'Intentar de nuevo',
  },
} satisfies typeof en
