export const en = {
  id: 'conflict' as const,
  title: 'This was saved elsewhere while you were editing. Your changes are still here.',
  overwrite: 'Replace with mine',
  discard: 'Discard mine',
  savedNow: 'Saved now: {value}',
  yours: 'Yours: {value}',
  nothing: 'nothing',
}
