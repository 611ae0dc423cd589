import { type SearchWord, searchWords } from '@aftercare/domain/lib/search'
import { join, type Sql, sql } from './sql'

/** A text as a LIKE pattern, with its wildcards escaped. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, (wildcard) => `\\${wildcard}`)}%`

/** Whether a similar word is enough. */
export type Match = 'exact' | 'any'

/** A shorter word has no trigram for the indexes. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u

export const isIndexed = ({ word }: SearchWord): boolean => TRIGRAM.test(word)

/** Whether exact matches are all there can be. */
export const isExactOnly = (search: string): boolean =>
  searchWords(search).every(({ similar }) => similar === null)

/**
 * Whether a column made by `search_text` has the word: the domain's `matchSearch` for one word. A trigram index answers
 * both conditions.
 */
export function hasWord(column: Sql, { word, similar }: SearchWord, match: Match): Sql {
  const isExact = sql`${column} like ${likePattern(word)}`
  return match === 'exact' || similar === null ? isExact : sql`(${isExact} or ${column} ~ ${similar})`
}

export const allOf = (conditions: readonly Sql[]): Sql => join([sql`true`, ...conditions], ' and ')
export const anyOf = (conditions: readonly Sql[]): Sql => sql`(${join([sql`false`, ...conditions], ' or ')})`

/** Of several words, the longest two that an index can find; the others are checked in the rows found. */
export function splitWords(words: readonly SearchWord[]): { byIndex: SearchWord[]; others: SearchWord[] } {
  const indexed = words.filter(isIndexed).sort((a, b) => b.word.length - a.word.length)
  const byIndex = indexed.slice(0, 2)
  return { byIndex, others: words.filter((word) => !byIndex.includes(word)) }
}

/**
 * A union with a part for each way in which the words can be in the parent or in the child: one OR over the joined
 * tables could use no index, and so PostgreSQL begins with the rarer word.
 */
export function inParentOrChild(
  words: readonly SearchWord[],
  part: (places: ('parent' | 'child')[]) => Sql,
): Sql {
  const places = words.reduce<('parent' | 'child')[][]>(
    (before, _) =>
      before.flatMap((each) => [
        [...each, 'parent' as const],
        [...each, 'child' as const],
      ]),
    [[]],
  )
  return join(places.map(part), ' union all ')
}

/** The ids of children, perhaps twice: every word is in the child's name, or in the parent's name or email. */
export const childrenWith = (words: readonly SearchWord[], match: Match): Sql =>
  inParentOrChild(words, (places) => {
    const has = words.map((word, index) =>
      hasWord(places[index] === 'parent' ? sql`p.search_text` : sql`c.search_text`, word, match),
    )
    return sql`select c.id from children c left join profiles p on p.id = c.parent_id where ${allOf(has)}`
  })

/** The same for one row of children (`c`) joined with profiles (`p`), without an index. */
export const childOrParentHas = (words: readonly SearchWord[], match: Match): Sql =>
  allOf(
    words.map((word) =>
      anyOf([sql`c.search_text`, sql`p.search_text`].map((column) => hasWord(column, word, match))),
    ),
  )
