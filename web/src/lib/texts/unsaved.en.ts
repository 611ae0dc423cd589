export const en = {
  id: 'unsaved-changes' as const,
  title: 'Leave without saving?',
  leave: 'Leave without saving',
  stay: 'Stay',
}
