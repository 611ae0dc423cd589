import type { en } from './two-factor.en'

export const es = {
  id: 'two-factor',
  title: 'Un paso más',
  appCode: 'Código de su aplicación de autenticación',
  appHint: 'Seis números. Cada 30 segundos aparece un código nuevo.',
  recoveryCode: 'Código de recuperación',
  recoveryHint: 'Uno de sus diez códigos, por ejemplo abcd-efgh-jkmn. Cada uno sirve una sola vez.',
  signIn: 'Iniciar sesión',
  back: 'Volver a iniciar sesión',
  useRecoveryCode: 'Usar un código de recuperación',
  useApp: 'Usar la aplicación',
  signInAgain: 'Inicie sesión otra vez',
  notChecked: 'No se revisó el código',
  failed: 'No pudimos revisar el código. Inténtelo de nuevo.',
} satisfies typeof en
