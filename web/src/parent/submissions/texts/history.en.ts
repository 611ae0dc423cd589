export const en = {
  id: 'history' as const,
  statement: 'Yearly statement',
  loading: 'Loading history',
  failed: 'Failed to load submission history.',
  empty: {
    title: 'No Registrations Yet',
    text: 'Your registrations and drop-ins will be listed here.',
    action: 'Register for a month',
  },
  registrations: 'registrations',
  days: 'Days registered',
}
