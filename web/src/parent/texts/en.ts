export const en = {
  id: 'parent-layout' as const,
  portal: 'Parent Portal',
  admin: 'Admin',
  navigation: 'Main',
  home: 'Home',
  children: 'My Children',
  history: 'History',
  profile: 'Profile',
  signOut: 'Sign Out',
  openMenu: 'Open menu',
  menu: 'Menu',
}
