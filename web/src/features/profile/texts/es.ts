import type { en } from './en'

export const es = {
  id: 'profile-form',
  fullName: 'Nombre completo',
  email: 'Correo electrónico',
  emailHint: 'El correo no se puede cambiar',
  save: 'Guardar cambios',
  saved: 'Listo',
  password: {
    title: 'Contraseña',
    text: 'Al cambiarla se cierra su sesión en los demás navegadores, y le avisamos por correo.',
    change: 'Cambiar contraseña',
  },
} satisfies typeof en
