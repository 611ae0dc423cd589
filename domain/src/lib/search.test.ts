import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { matchSearch } from './search'

test.each(rulesTable('search.md', 'Examples'))('$name', (row) => {
  expect(matchSearch(row.text('text'), row.text('typed')) ?? 'none').toBe(row.text('match'))
})

test('spaces before, after and between words do not matter, and nothing typed finds everything', () => {
  expect(matchSearch('Lena  Reyes', '  LENA   re ')).toBe('exact')
  expect(matchSearch('Lena Reyes', '   ')).toBe('exact')
  expect(matchSearch('', '')).toBe('exact')
  expect(matchSearch('', 'reyes')).toBeNull()
})

const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz')
const word = fc.array(letter, { minLength: 6, maxLength: 12 }).map((letters) => letters.join(''))

test('a word with any one letter changed, left out or added is found, whatever stands around it', () => {
  fc.assert(
    fc.property(word, letter, fc.nat(), word, (name, other, position, around) => {
      const at = position % name.length
      const text = `${around} ${name.toUpperCase()}, ${around}`
      for (const typed of [
        name.slice(0, at) + other + name.slice(at + 1),
        name.slice(0, at) + name.slice(at + 1),
        name.slice(0, at) + other + name.slice(at),
      ])
        expect(matchSearch(text, `${around} ${typed}`)).not.toBeNull()
    }),
  )
})

test('the order of the words never matters', () => {
  fc.assert(
    fc.property(word, word, word, (first, second, text) => {
      const found = matchSearch(`${text} ${first}`, `${first} ${second}`)
      expect(matchSearch(`${text} ${first}`, `${second} ${first}`)).toBe(found)
    }),
  )
})

test('a word of more than 30 letters has to match as it is', () => {
  const name = 'a'.repeat(29)
  expect(matchSearch(`${name}b`, `${name}c`)).toBe('similar')
  expect(matchSearch(`${name}bb`, `${name}cb`)).toBeNull()
})
