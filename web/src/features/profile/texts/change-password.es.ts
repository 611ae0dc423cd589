import type { en } from './change-password.en'

export const es = {
  id: 'change-password',
  title: 'Cambiar contraseña',
  text: 'Se cerrará su sesión en todos los demás lugares.',
  current: 'Contraseña actual',
  new: 'Contraseña nueva',
  confirm: 'Confirmar contraseña',
  changed: { title: 'Contraseña cambiada', text: 'Ahora su sesión está abierta solo aquí.' },
  failed: { title: 'Contraseña no cambiada', text: 'Inténtelo de nuevo.' },
} satisfies typeof en
