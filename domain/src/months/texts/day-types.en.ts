export const en = {
  id: 'day-types' as const,
  dayTypes: {
    regular: 'Regular',
    noon: 'Noon Dismissal',
    early: '2:30 Dismissal',
    unavailable: 'Unavailable',
    no_school: 'No School',
  },
  /** For cells on phones; empty means the icon alone. */
  shortDayTypes: { regular: '', noon: 'Noon', early: '2:30', unavailable: '', no_school: 'No School' },
  closed: 'Closed',
  cancelled: 'Cancelled',
  /** A very narrow cell breaks the word at its soft hyphen. */
  shortCancelled: 'Can\u00ADcelled',
  full: 'Full',
}
