import { expect, test } from 'vitest'
import { type ExampleRow, rulesTable } from '../../test/rules-table'
import {
  ACTIVITY_KINDS,
  ACTOR_ROLES,
  type ActivityNames,
  type ActorRole,
  actionPrefixesOf,
  kindOfAction,
} from './activity'
import { activitySentence, SENTENCED_ACTIONS } from './activity-sentences'

/** "child: Amara; months: m1 = December 2026" */
function namesOf(text: string): ActivityNames {
  if (text === 'none') return {}
  const parts = text.split('; ').map((part) => part.split(': '))
  return Object.fromEntries(
    parts.map(([key = '', value = '']) => [
      key,
      key === 'months' ? Object.fromEntries(value.split(', ').map((pair) => pair.split(' = '))) : value,
    ]),
  )
}

function sentenceFor(row: ExampleRow): string {
  const [role = '', ...name] = row.text('who').split(' ')
  expect(ACTOR_ROLES).toContain(role)
  return activitySentence({
    action: row.text('action'),
    role: role as ActorRole,
    actor: name.join(' ') || null,
    about: namesOf(row.text('about')),
    detail: JSON.parse(row.text('detail')),
  })
}

const examples = rulesTable('activity.md', 'Sentences')

test.each(examples)('$name', (row) => expect(sentenceFor(row)).toBe(row.text('sentence')))
test.each(rulesTable('activity.md', 'New actions'))('$name', (row) =>
  expect(sentenceFor(row)).toBe(row.text('sentence')),
)

test('every sentence has an example, and every example its own sentence', () => {
  expect(new Set(examples.map((row) => row.text('action')))).toEqual(new Set(SENTENCED_ACTIONS))
})

test.each(SENTENCED_ACTIONS)(
  '%s has a sentence even if an older entry lacks details, and belongs to a kind',
  (action) => {
    for (const detail of [null, {}, [], 'text', { before: 1, after: [], months: { a: 1 }, seats: 'x' }])
      for (const role of ACTOR_ROLES)
        expect(activitySentence({ action, role, actor: null, about: {}, detail })).toMatch(
          /^[A-Z][^{}[\]]{8,}$/,
        )
    expect(kindOfAction(action)).not.toBeNull()
  },
)

test('no action prefix belongs to two kinds', () => {
  const prefixes = ACTIVITY_KINDS.flatMap((kind) => actionPrefixesOf(kind))
  expect(new Set(prefixes).size).toBe(prefixes.length)
  expect(kindOfAction('kites.fly')).toBeNull()
})
