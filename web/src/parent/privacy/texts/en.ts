export const en = {
  id: 'privacy' as const,
  title: 'Your data',
  text: 'One file with everything we store about your family: children, registrations, payments, emails.',
  download: 'Download my data',
  ready: { title: 'Download ready', text: (file: string) => `Saved as ${file}` },
  downloadFailed: "We couldn't download your data. Please try again.",
  tooOften: "You've downloaded your data several times. Please try again in a few minutes.",
  staff: 'This is a staff account. Another admin can remove it under Settings > Admin Users.',
  deleteMember:
    "Deleting your account permanently erases your name and email address. The family's records stay.",
  deleteFamily: "Deleting your account permanently erases your family's names, email addresses and notes.",
  delete: 'Delete my account',
}
