import { matchSearch, searchText, searchWords } from '@aftercare/domain/lib/search'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testApp } from '../../testing/test-app'
import { allOf, hasWord } from './search'
import { rows, sql } from './sql'

const app = await testApp()

async function databaseTexts(texts: readonly string[]): Promise<string[]> {
  const found = await rows<{ text: string }>(
    app.services.db,
    sql`select search_text(shown) as text from unnest(${texts}::text[]) with ordinality as t (shown, place)
      order by place`,
  )
  return found.map(({ text }) => text)
}

/** Names within names, composed and decomposed accents, signs of LIKE and of regular expressions, and more scripts. */
const NAMES = [
  'Amara Okafor',
  'Amar Okafo',
  'Dana okafor-Okafor',
  'Linh Nguyễn',
  'Linh Nguyễn'.normalize('NFD'),
  "Siobhán O'Brien",
  'Siobhan O’Brien, Jr.',
  'ʻIolani Kealoha',
  'İbrahim Iłıca',
  'Zoë Strauß',
  'ZOE STRAUẞ',
  'Þóra Æsa Øster',
  'ΝΊΚΟΣ Νίκος',
  'Пётр Чайковский',
  'أحمد',
  'Lena🌸Reyes 👩‍👧',
  '100% _under\\score\\',
  'a.b*c+d (x|y) [z]{2}^$',
  'dana.okafor@example.com',
  'fami1y family12',
  'line\nbreak\ttab\u00a0space',
  'ﬁona Ⅷ ½',
  '',
  '   ',
]
const TYPED = [
  'okafor',
  'okafr',
  'OKEFOR',
  'okaffor',
  'okfro',
  'amara okafur',
  'nguyen linh',
  'nguyn',
  'Nguyễn',
  'obrien',
  "o'brian",
  'siobhan o’brien',
  'iolani',
  'ibrahim ilica',
  'strauss',
  'straus zoe',
  'thora aesa oster',
  'νικοσ',
  'чайковскй',
  'احمد',
  '🌸',
  'reyed',
  '%',
  '_',
  '\\',
  '100%',
  '_undr\\scor',
  'score\\\\',
  'a.b*c+d',
  'a.b*c+x',
  '(x|y) [z]{2}^$',
  'famixy',
  'family13',
  'dana@example',
  'exampel',
  'breek',
  'fiona',
  'viii',
  "'",
  '   ',
  'x'.repeat(200),
  `${'okafo'.repeat(8)}`,
  'a m a r a o k f'.repeat(4),
]

it('makes the search text that the domain makes, of every letter of these scripts and of hostile names', async () => {
  const blocks = [
    [0x20, 0x6ff],
    [0x1e00, 0x1fff],
    [0x2000, 0x24ff],
    [0x3040, 0x30ff],
    [0xfb00, 0xfdff],
    [0xff01, 0xff5e],
    [0x1f300, 0x1f6ff],
  ] as const
  const letters = blocks.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, n) => String.fromCodePoint(first + n)),
  )
  const texts = [...letters.map((letter) => `a${letter}b ${letter}c`), ...NAMES, ...TYPED]
  expect(await databaseTexts(texts)).toEqual(texts.map(searchText))
})

async function databaseMatches(texts: readonly string[], typed: string) {
  const has = (match: 'exact' | 'any') =>
    allOf(searchWords(typed).map((word) => hasWord(sql`text`, word, match)))
  const found = await rows<{ match: ReturnType<typeof matchSearch> }>(
    app.services.db,
    sql`select case when ${has('exact')} then 'exact' when ${has('any')} then 'similar' end as match
      from (select search_text(shown) as text, place from unnest(${texts}::text[]) with ordinality as t (shown, place)) t
      order by place`,
  )
  return found.map(({ match }) => match)
}

it.each(TYPED)('finds the names that the domain finds: %j', async (typed) => {
  expect(await databaseMatches(NAMES, typed)).toEqual(NAMES.map((name) => matchSearch(name, typed)))
})

it('finds what the domain finds, whatever was typed', async () => {
  const sign = fc.constantFrom(
    ...'abc',
    'é',
    'e\u0301',
    'ß',
    'ł',
    "'",
    '-',
    '%',
    '_',
    '\\',
    '.',
    '@',
    '1',
    ' ',
    '🌸',
    '*',
  )
  const signs = fc.array(sign, { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.array(signs, { minLength: 20, maxLength: 40 }), signs, async (others, typed) => {
      // Nearly the typed words, so that similar ones are frequent.
      const texts = others.map((other, n) =>
        [...other, ' ', ...typed.slice(0, n % 9), ...other.slice(0, 1), ...typed.slice(n % 9)].join(''),
      )
      const words = typed.join('')
      expect(await databaseMatches(texts, words)).toEqual(texts.map((text) => matchSearch(text, words)))
    }),
    { numRuns: 150 },
  )
})
