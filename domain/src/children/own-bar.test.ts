import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { changesOwnBar, escapesOwnBar, toldOfPickupLists } from './own-bar'

/** "Rob Lee (court); Bo Ray" */
const peopleIn = (text: string) =>
  text === 'none'
    ? []
    : text.split('; ').map((entry) => {
        const [name = '', note] = entry.split(/ \(|\)/)
        return { name, note: note ?? null }
      })

test.each(rulesTable('board.md', 'An entry about oneself'))('$name', (row) => {
  const stored = peopleIn(row.text('must not pick up'))
  const isRefused =
    changesOwnBar(row.text('adult'), stored, peopleIn(row.text('list afterwards'))) ||
    escapesOwnBar(row.text('adult'), row.text('name afterwards'), stored)
  expect(isRefused ? 'ask the office' : 'saved').toBe(row.text('result'))
})

test.each(rulesTable('mails.md', "A child's details"))('of a change, tells $name', (row) => {
  const adults = peopleIn(row.text('adults')).map(({ name }) => ({ id: name, name }))
  const barred = peopleIn(row.text('must not pick up, before and after'))
  const told = toldOfPickupLists(adults, row.text('changed by'), barred)
  expect(told.map(({ name }) => name).join('; ') || 'none').toBe(row.text('mailed'))
})
