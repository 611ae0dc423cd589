import { escapeRegExp } from './escape-regexp'

/**
 * The same as the database's function `search_text`, so that lists and board find the same: accents (also Hebrew and
 * Arabic points), apostrophes, and letters that Unicode does not take for one with an accent, but that are typed so.
 */
const ACCENTS =
  '\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f'
const IGNORED = new RegExp(`[${ACCENTS}'‘’ʻʼ\`]`, 'g')
const PLAIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ς: 'σ',
}
/** Between words: digits, punctuation, symbols and emoji. */
const SEPARATORS = /[\t\n\r -`\u007b-\u00bf×÷\u2000-\u2bff\u3000-\u303f\u{1f000}-\u{1faff}]+/gu

/** Lower-case, without accents and apostrophes. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(IGNORED, '')
    .toLowerCase()
    .replace(/[ßæœþøłđðıς]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
}

/** What is searched: the plain text, then each of its words after a line break. */
export function searchText(text: string): string {
  const searched = plain(text)
  return `${searched.replaceAll('\n', ' ')}\n${searched.replace(SEPARATORS, '\n')}`
}

/** From this many letters of the typed word on, one may be wrong, missing or too many. */
const MIN_SIMILAR_LETTERS = 5
/** Longer than any word of a name; the pattern grows with the square. */
const MAX_SIMILAR_LETTERS = 30

/** `similar` matches the search text of words that begin like this one but for one letter; null if none may differ. */
export type SearchWord = { word: string; similar: string | null }

/** The words typed into a search field; a text has to contain all of them, in any order. */
export function searchWords(typed: string): SearchWord[] {
  const words = new Set(plain(typed).split(/\s+/))
  words.delete('')
  return [...words].map((word) => ({ word, similar: similarPattern(word) }))
}

/** In the syntax that JavaScript and PostgreSQL share. In halves, it is small enough for an index to be used. */
function similarPattern(word: string): string | null {
  const letters = [...word].map(escapeRegExp)
  const isCounted = letters.length >= MIN_SIMILAR_LETTERS && letters.length <= MAX_SIMILAR_LETTERS
  if (!isCounted || /[\p{N}@]/u.test(word)) return null
  const middle = Math.floor(letters.length / 2)
  const [first, second] = [letters.slice(0, middle), letters.slice(middle)]
  return `\n(?:(?:${oneLetterOff(first)})${second.join('')}|${first.join('')}(?:${oneLetterOff(second)}))`
}

/** One letter wrong or too many, or one missing. */
function oneLetterOff(letters: readonly string[]): string {
  const part = (from: number, to?: number) => letters.slice(from, to).join('')
  return letters.map((_, at) => `${part(0, at)}(?:[^\n]?${part(at + 1)}|[^\n]${part(at)})`).join('|')
}

export type SearchMatch = 'exact' | 'similar' | null

/**
 * How a text matches what was typed into a search field: every word typed is somewhere in it, in any order; accents,
 * case and additional spaces do not matter. `similar`: a word of five letters or more differs by one letter. Words with
 * a digit or an @ have to match as they are.
 */
export function matchSearch(text: string, typed: string): SearchMatch {
  const searched = searchText(text)
  const matches = searchWords(typed).map((word) => {
    if (searched.includes(word.word)) return 'exact'
    return isSimilar(searched, word) ? 'similar' : null
  })
  if (matches.includes(null)) return null
  return matches.includes('similar') ? 'similar' : 'exact'
}

const isSimilar = (searched: string, { similar }: SearchWord) =>
  similar !== null && new RegExp(similar, 'u').test(searched)
