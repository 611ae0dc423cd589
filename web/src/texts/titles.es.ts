import type { en } from './titles.en.ts'

export const es = {
  id: 'page-titles',
  guestPortal: 'Portal de invitados',
  guestRegistration: 'Su inscripción',
  guestConfirmation: 'Confirme su correo electrónico',
  monthlySignup: 'Inscripción mensual',
  dropIn: 'Día suelto',
  signIn: 'Iniciar sesión',
  join: 'Unirse a una familia',
  dashboard: 'Inicio',
  children: 'Mis niños',
  history: 'Historial de inscripciones',
  statement: 'Estado de cuenta anual',
  profile: 'Mi perfil',
  adminLogin: 'Admin Portal',
} satisfies typeof en
