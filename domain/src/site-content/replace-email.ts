import { escapeRegExp } from '../lib/escape-regexp'

/** The text with an email address replaced by another, case aside, but not within a longer address. */
export function replaceEmail(text: string, { from, to }: { from: string; to: string }): string {
  const whole = new RegExp(`(?<![\\p{L}\\p{N}._%+&-]'?)${escapeRegExp(from)}(?![.-]?[\\p{L}\\p{N}])`, 'giu')
  return text.replace(whole, () => to)
}
