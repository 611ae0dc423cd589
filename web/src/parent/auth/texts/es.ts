import type { en } from './en'

export const es = {
  id: 'auth-page',
  hero: ['Sus tardes,', 'en sus manos.'],
  or: 'o',
  continueAsGuest: 'Continuar como invitado',
  choosePassword: 'Elija su contraseña',
  updatePassword: 'Cambie su contraseña',
  forgot: {
    title: 'Olvidé mi contraseña',
    text: 'Le enviaremos un correo con un enlace para elegir otra.',
  },
  invalidLink: {
    title: 'El enlace no es válido',
    text: 'El enlace para cambiar la contraseña no es válido o ya venció.',
  },
  tabs: 'Iniciar sesión o crear una cuenta',
  signIn: 'Iniciar sesión',
  signUp: 'Crear cuenta',
  welcome: { title: '¡Qué gusto verle de nuevo!', text: 'Ya inició sesión.' },
  created: (email) => `Enviamos un correo a ${email}. Abra el enlace y después inicie sesión aquí.`,
  createdWithoutMail:
    'Aquí todavía no se envían correos: el enlace está en la carpeta de salida del servidor. Ya puede iniciar sesión.',
  createAccount: 'Crear cuenta',
  accountCreated: { title: '¡Cuenta creada!', text: 'Revise su correo para confirmar su cuenta.' },
  signUpFailed: {
    title: 'No pudimos crear la cuenta',
    text: 'No pudimos crear su cuenta. Inténtelo de nuevo.',
  },
  signUpError: {
    title: 'No pudimos crear la cuenta',
    text: 'Ocurrió un error inesperado. Inténtelo de nuevo.',
  },
} satisfies typeof en
