/** What a page says before and without its app. */
export const en = {
  id: 'page' as const,
  description: 'Register children for aftercare days, month by month.',
  needsScript: (program: string) => `${program} needs JavaScript. Please turn it on and reload this page.`,
  readable:
    'You can read this page without JavaScript. To sign in or register, please turn it on and reload.',
}
