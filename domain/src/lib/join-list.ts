import type { Language } from './language'

/** "3", "3 and 4", "3, 4 and 5"; "3, 4 y 5" */
export function joinList(items: readonly (string | number)[], language: Language = 'en'): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} ${language === 'en' ? 'and' : 'y'} ${items.at(-1)}`
}
