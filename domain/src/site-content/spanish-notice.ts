import type { Spanish } from './spanish'

/** Beside a text in the settings; null where its Spanish is complete. */
export const spanishNotice = (spanish: Spanish<unknown> | null): string | null => {
  if (!spanish) return 'Spanish missing'
  return spanish.outdated ? 'check translation' : null
}
