import { expect, test } from 'vitest'
import { type ExampleRow, rulesTable } from '../../testing/rules-table'
import {
  ACTIVITY_KINDS,
  ACTOR_ROLE_LABELS,
  ACTOR_ROLES,
  type ActivityNames,
  type ActorRole,
  actionPrefixesOf,
  activityKindLabel,
  kindOfAction,
} from './activity'
import { activityPerson, activitySentence, SENTENCED_ACTIONS } from './activity-sentences'

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
test.each(rulesTable('activity.md', 'Older and incomplete entries'))('$name', (row) =>
  expect(sentenceFor(row)).toBe(row.text('sentence')),
)
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

test('a sign-in is attributed to the person, everything else to who did it', () => {
  const entry = { role: 'system', actor: null, about: { person: 'Dana Okafor' }, detail: {} } as const
  expect(activityPerson({ ...entry, action: 'auth.sign-in' })).toBe('Dana Okafor')
  expect(activityPerson({ ...entry, action: 'auth.sign-in', about: {} })).toBeNull()
  expect(activityPerson({ ...entry, action: 'parent.invite', actor: 'Rosa Medina' })).toBe('Rosa Medina')
})

test('kinds and roles have labels to choose from, each its own', () => {
  for (const labels of [
    ACTIVITY_KINDS.map(activityKindLabel),
    ACTOR_ROLES.map((role) => ACTOR_ROLE_LABELS[role]),
  ]) {
    expect(new Set(labels).size).toBe(labels.length)
    for (const label of labels) expect(label).toMatch(/^[A-Z]/)
  }
})

test('no action prefix belongs to two kinds', () => {
  const prefixes = ACTIVITY_KINDS.flatMap((kind) => actionPrefixesOf(kind))
  expect(new Set(prefixes).size).toBe(prefixes.length)
  expect(kindOfAction('kites.fly')).toBeNull()
})
