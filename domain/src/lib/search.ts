/** Letters that are no letter with an accent to Unicode, but are typed as one. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Lower-case, without accents and apostrophes. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ`]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
}

/** From this many letters of the typed word on, one may be wrong, missing or too many. */
const MIN_SIMILAR_LETTERS = 5

/** Whether the word begins like the typed one but for one letter; with no more letters than were typed, it may end there. */
function isSimilar(typed: readonly string[], word: readonly string[]): boolean {
  let at = 0
  while (at < typed.length && typed[at] === word[at]) at += 1
  const begins = (typedFrom: number, wordFrom: number) =>
    typed.slice(typedFrom).every((letter, index) => letter === word[wordFrom + index])
  const wrong = at < word.length && begins(at + 1, at + 1)
  const missing = begins(at, at + 1)
  const tooMany = begins(at + 1, at)
  return wrong || missing || tooMany
}

/**
 * How a text matches what was typed into a search field: every word typed is somewhere in it, in any order; accents,
 * case and additional spaces do not matter. `similar`: a word of five letters or more differs by one letter. Words with
 * a digit or an @ have to match as they are.
 */
export function matchSearch(text: string, typed: string): 'exact' | 'similar' | null {
  const searched = plain(text)
  const missing = plain(typed)
    .split(/\s+/)
    .filter((word) => !searched.includes(word))
  if (missing.length === 0) return 'exact'
  const words = searched.split(/[^\p{L}]+/u).map((word) => [...word])
  const isFound = (word: string) => {
    const letters = [...word]
    const isWord = letters.length >= MIN_SIMILAR_LETTERS && !/[\p{N}@]/u.test(word)
    return isWord && words.some((candidate) => candidate.length > 0 && isSimilar(letters, candidate))
  }
  return missing.every(isFound) ? 'similar' : null
}
