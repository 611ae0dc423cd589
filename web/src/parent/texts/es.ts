import type { en } from './en'

export const es = {
  id: 'parent-layout',
  portal: 'Portal de familias',
  admin: 'Admin',
  navigation: 'Principal',
  home: 'Inicio',
  children: 'Mis niños',
  history: 'Historial',
  profile: 'Perfil',
  signOut: 'Cerrar sesión',
  openMenu: 'Abrir el menú',
  menu: 'Menú',
} satisfies typeof en
