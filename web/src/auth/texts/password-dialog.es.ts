import type { en } from './password-dialog.en'

export const es = {
  id: 'password-dialog',
  title: 'Ingrese su contraseña',
  text: 'Confirme que es usted. No se la pediremos de nuevo durante diez minutos.',
  confirm: 'Continuar',
  failed: 'No pudimos comprobar su contraseña. Inténtelo de nuevo.',
} satisfies typeof en
