import type { en } from './en'

export const es = {
  id: 'landing',
  heroTitle: ['Sus tardes,', 'en sus manos.'],
  heroText: 'Elija los días de cuidado del mes y vea el costo al instante.',
  signIn: 'Iniciar sesión',
  createAccount: 'Crear cuenta',
  continueAsGuest: 'Continuar como invitado',
  scheduling: {
    title: 'Fácil de programar',
    text: 'Toque los días que necesita. Cada uno muestra su precio.',
  },
  children: { title: 'Varios niños', text: 'Inscriba a los hermanos juntos.' },
  safe: { title: 'Seguro y privado', text: 'Solo el personal ve las alergias y las notas.' },
  access: { title: 'Acceso 24/7', text: 'Inscríbalos cuando la casa esté en calma.' },
} satisfies typeof en
