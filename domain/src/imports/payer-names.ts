import { escapeRegExp } from '../lib/escape-regexp'
import { nameKey } from '../lib/name-key'
import { plain } from '../lib/search'
import { normaliseEmail } from '../submissions/guests'

/** "ana silva", "silva, ana", "silva ana". */
function nameSpellings(name: string): string[] {
  const words = nameKey(name).split(' ')
  if (words[0] === '') return []
  const lastFirst = words.slice(1).flatMap((_, n) => {
    const [first, last] = [words.slice(0, n + 1).join(' '), words.slice(n + 1).join(' ')]
    return [`${last}, ${first}`, `${last},${first}`, `${last} ${first}`]
  })
  return [words.join(' '), ...lastFirst]
}

/**
 * A text as `hasName` and `hasEmail` search it: in plain letters, on one line; a second time without "'s", of which plain
 * letters leave "silvas".
 */
export const searchableLine = (text: string): string =>
  plain(`${text}; ${text.replace(/['‘’]s(?!\p{L})/giu, '')}`).replace(/\s+/g, ' ')

/** Words of other scripts are written together: there a name within a longer word counts. */
const LETTER = String.raw`\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}`

/** Whether a searchable line has the name, however it is spelled, and not as part of a longer word. */
export function hasName(line: string, name: string): boolean {
  const spellings = nameSpellings(name).map(escapeRegExp)
  return (
    spellings.length > 0 &&
    new RegExp(`(?<![${LETTER}])(?:${spellings.join('|')})(?![${LETTER}])`, 'u').test(line)
  )
}

/** Whether a searchable line has the email, and not as part of a longer one. */
export function hasEmail(line: string, email: string): boolean {
  const before = String.raw`(?<![${LETTER}\p{N}._%+-]|[${LETTER}\p{N}]')`
  const after = String.raw`(?![${LETTER}\p{N}_-]|\.[${LETTER}\p{N}])`
  return new RegExp(before + escapeRegExp(plain(email)) + after, 'u').test(line)
}

/** "Zelle payment from ANA SILVA 21345678901", "ZELLE FROM ANA SILVA ON 11/03 REF # WFCT0" */
const TRANSFER =
  /^(?:zelle|venmo|cash app|quickpay|ach|wire|online|mobile)\b[\w -]*?\bfrom:? (.+?)(?= (?:on \d|for ["']|ref\b|conf(?:irmation)?\b|trn\b|id\b|\S*\d\S*)|[;:#"]|$)/i

/** The person in a bank's description of a transfer; any other text stays, on one line. */
export function payerIn(description: string): string {
  // With runs of blanks the pattern would take minutes.
  const text = description.replace(/\s+/g, ' ').trim()
  return TRANSFER.exec(text)?.[1]?.trim() || text
}

/** Identifies a payer across lines and files; '' for a line that names nobody. */
export function payerKey(payer: string, email: string): string {
  const address = normaliseEmail(email)
  return [nameKey(payer), address === '' ? '' : `<${address}>`].filter((part) => part !== '').join(' ')
}
