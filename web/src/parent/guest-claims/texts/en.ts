export const en = {
  id: 'guest-claims' as const,
  title: 'Registered as a guest before?',
  text: 'You submitted these as a guest with this email address. Add them to your account to see them here. Days and fees stay the same.',
  add: 'Add',
  addFor: (title: string, child: string) => `Add ${title} for ${child}`,
}
