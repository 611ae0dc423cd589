import { describe, expect, it } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import type { KnownAccount } from './family-adults'
import { type FamilyField, recogniseFamilyColumns } from './family-fields'
import { readFamilies } from './family-lines'
import { FAMILY_LINE_LABELS, familyTotals, importedFamilies, reviewFamilies } from './family-review'

const HEADINGS = {
  parent: 'Parent',
  email: 'Email',
  second: 'Guardian 2 Name',
  second_email: 'Guardian 2 Email',
  child: 'Child',
  allergies: 'Allergies',
  notes: 'Notes',
  grade: 'Class',
  pickup_1: 'Pick up 1',
} satisfies Partial<Record<FamilyField, string>>
type Cells = Partial<Record<keyof typeof HEADINGS, string>>

const DANA = { parent: 'Dana', email: 'dana@example.com', child: 'Amara' }
const SAM = { parent: 'Sam', email: 'sam@example.com', child: 'Amara' }
const WITH_SAM = { second: 'Sam', second_email: 'sam@example.com' }
const PEOPLE = ['A A', 'B B', 'C C', 'D D', 'E E', 'F F']

function reviewOf(rows: readonly Cells[], accounts: readonly KnownAccount[] = [], invited = new Map()) {
  const fields = Object.keys(HEADINGS) as (keyof typeof HEADINGS)[]
  const records = rows.map((row, n) => ({ line: n + 2, cells: fields.map((name) => row[name] ?? '') }))
  const table = { headings: Object.values(HEADINGS), records }
  const lines = readFamilies(table, recogniseFamilyColumns(table))
  const reviewed = reviewFamilies(
    lines,
    new Map(accounts.map((account) => [account.email, account])),
    invited,
  )
  return {
    lines: reviewed,
    states: reviewed.map(({ state, reason }) => (reason === null ? state : `${state}: ${reason}`)),
    totals: familyTotals(reviewed),
    families: importedFamilies(reviewed),
    children: importedFamilies(reviewed).flatMap(({ children }) =>
      children.map(({ name, allergies, notes, pickup_people }) => ({
        name,
        allergies,
        notes,
        people: pickup_people.map((person) => person.name),
      })),
    ),
  }
}

const amara = (allergies: string | null, notes: string | null = null, people: string[] = []) => ({
  name: 'Amara',
  allergies,
  notes,
  people,
})

const SAYS: Record<string, Cells> = {
  Peanuts: { allergies: 'Peanuts' },
  'Peanuts and two more people': { allergies: 'Peanuts', pickup_1: PEOPLE.slice(4).join(';') },
  'Peanuts and six people': { allergies: 'Peanuts', pickup_1: PEOPLE.join(';') },
  '500 characters': { allergies: 'x'.repeat(500) },
}

it.each(rulesTable('import.md', 'Several lines of one child'))('beside line 2, $name', (row) => {
  const first = { ...DANA, ...WITH_SAM, allergies: 'Nuts', pickup_1: PEOPLE.slice(0, 4).join(';') }
  const again = { email: row.text('email'), child: 'AMARA', ...SAYS[row.text('says')] }
  const { lines, families } = reviewOf([first, again])
  expect(lines.map(({ state }) => FAMILY_LINE_LABELS[state])[1]).toBe(row.text('line'))
  const family = families.find(({ email }) => email === 'dana@example.com')
  expect(family?.children[0]?.allergies ?? 'not imported').toBe(row.text('allergies of Amara'))
})

describe('another line of a child', () => {
  it('gives its allergies and notes although more people may pick up than fit', () => {
    const { states, children } = reviewOf([
      { ...DANA, pickup_1: PEOPLE.slice(0, 4).join(';') },
      { ...DANA, allergies: 'Peanuts', notes: 'Naps', pickup_1: PEOPLE.slice(3).join(';') },
      { ...DANA, allergies: 'Milk' },
    ])
    expect(states).toEqual([
      'new-family',
      "left-out: Same child as line 2, with more people who may pick up than fit: add them on the child's page",
      'known: Same child as line 2',
    ])
    expect(children).toEqual([amara('Peanuts; Milk', 'Naps', PEOPLE.slice(0, 5))])
  })

  it('gives its allergies although its notes do not fit', () => {
    const { states, children } = reviewOf([
      { ...DANA, notes: 'Naps' },
      { ...DANA, allergies: 'Peanuts', notes: 'x'.repeat(996), pickup_1: PEOPLE.slice(0, 5).join(';') },
      { ...DANA, notes: 'y'.repeat(996), pickup_1: PEOPLE[5] },
    ])
    expect(states.slice(1)).toEqual([
      "left-out: Same child as line 2, with more notes than fit: add them on the child's page",
      "left-out: Same child as line 2, with more notes and people who may pick up than fit: add them on the child's page",
    ])
    expect(children).toEqual([amara('Peanuts', 'Naps', PEOPLE.slice(0, 5))])
  })

  it('keeps the child out where the allergies do not fit together', () => {
    const { states, children, families, totals } = reviewOf([
      { ...DANA, ...WITH_SAM, allergies: 'Nuts' },
      { ...DANA, allergies: 'x'.repeat(495) },
      { ...DANA, allergies: 'Milk' },
      { ...DANA, child: 'Kofi' },
    ])
    expect(states).toEqual([
      'left-out: Its allergies and those of line 3 cannot be imported together, so the child is left out',
      'left-out: Its allergies and those of line 2 cannot be imported together, so the child is left out',
      'left-out: Its allergies and those of line 2 cannot be imported together, so the child is left out',
      'new-family',
    ])
    expect(children.map(({ name }) => name)).toEqual(['Kofi'])
    expect(families).toMatchObject([{ full_name: 'Dana', adults: [] }])
    expect(totals).toMatchObject({ lines: { 'new-family': 1, known: 0, 'left-out': 3 }, secondAdults: 0 })
  })

  it('that is left out for a fault of its own gives its allergies and notes, wherever it is', () => {
    const tooMany = { allergies: 'Peanuts', pickup_1: PEOPLE.join(';') }
    const { states, children } = reviewOf([
      { ...DANA, ...tooMany },
      { ...DANA, allergies: 'Milk' },
      { ...DANA, notes: 'No swimming', grade: 'x'.repeat(41) },
      { ...DANA, pickup_1: PEOPLE.join(';') },
      { ...DANA, ...tooMany, child: 'Kofi' },
    ])
    expect(states).toEqual([
      'left-out: May pick up: up to 5 people can be named. Same child as line 3, which gets its allergies and notes',
      'new-family',
      'left-out: Class or grade: must be at most 40 characters. Same child as line 3, which gets its allergies and notes',
      'left-out: May pick up: up to 5 people can be named',
      'left-out: May pick up: up to 5 people can be named',
    ])
    expect(children).toEqual([amara('Milk; Peanuts', 'No swimming')])
  })

  it.each([
    ['x'.repeat(501), 'must be at most 500 characters'],
    ['Pea\u0007nuts', 'please remove special control characters'],
  ])('whose allergies cannot be imported keeps the child out: %j', (allergies, fault) => {
    const { states, children } = reviewOf([{ ...DANA, allergies: 'Milk' }, { ...DANA, allergies }, DANA])
    expect(states).toEqual([
      'left-out: Its allergies and those of line 3 cannot be imported together, so the child is left out',
      `left-out: Allergies: ${fault}`,
      'left-out: Its allergies and those of line 2 cannot be imported together, so the child is left out',
    ])
    expect(children).toEqual([])
  })

  it('of the second adult gives its allergies and notes, but nobody who may pick up', () => {
    const { states, children } = reviewOf([
      { ...DANA, ...WITH_SAM, child: 'Kofi' },
      { ...SAM, allergies: 'Peanuts', notes: 'Naps', pickup_1: 'Joe Lee' },
      DANA,
      { ...SAM, child: 'Bo', allergies: 'Milk' },
    ])
    expect(states).toEqual([
      'new-family',
      'left-out: This is the second adult of line 2. Same child as line 4, which gets its allergies and notes',
      'new-family',
      'left-out: This is the second adult of line 2',
    ])
    expect(children).toEqual([{ ...amara(null), name: 'Kofi' }, amara('Peanuts', 'Naps')])
  })

  it('of an adult who is invited into a family on file gives its allergies', () => {
    const onFile = { ...DANA, familyId: 'okafor', isStaff: false, mayJoin: false, children: ['Kofi'] }
    const { states, children } = reviewOf(
      [DANA, { ...SAM, allergies: 'Peanuts' }, { ...SAM, child: 'Kofi', allergies: 'Milk' }],
      [onFile],
      new Map([['sam@example.com', 'okafor']]),
    )
    expect(states).toEqual([
      'new-child',
      'left-out: This address is invited into another family. Same child as line 2, which gets its allergies and notes',
      'left-out: This address is invited into another family',
    ])
    expect(children).toEqual([amara('Peanuts')])
  })
})

describe('a child of the same name, which may be the same child,', () => {
  const other = (line: number) =>
    `Line ${line} has a child of this name with other allergies: check whether it is the same child`

  it.each<[string, Cells[], string[]]>([
    [
      'of another family has other allergies',
      [DANA, { ...SAM, child: 'AMÁRA', allergies: 'Peanuts' }],
      [`new-family: ${other(3)}`, `new-family: ${other(2)}`],
    ],
    [
      'has the same allergies',
      [
        { ...DANA, allergies: 'peanuts' },
        { ...SAM, allergies: 'Peanuts ' },
      ],
      ['new-family', 'new-family'],
    ],
    ['has none', [{ ...DANA, allergies: 'None' }, SAM], ['new-family', 'new-family']],
    [
      'is in a line that is left out',
      [DANA, { ...SAM, email: '', allergies: 'Peanuts' }],
      [`new-family: ${other(3)}`, 'left-out: The email address is missing'],
    ],
    [
      'has them from several lines',
      [
        { ...DANA, allergies: 'Milk' },
        { ...DANA, allergies: 'Nuts' },
        { ...SAM, allergies: 'Milk; nuts' },
      ],
      ['new-family', 'known: Same child as line 2', 'new-family'],
    ],
    [
      'has a second adult who is not invited',
      [
        { ...SAM, allergies: 'Peanuts' },
        { ...DANA, ...WITH_SAM },
      ],
      [
        `new-family: ${other(3)}`,
        `new-family: There is another family with that address, so the second adult is not invited. ${other(2)}`,
      ],
    ],
  ])('%s', (_, rows, states) => {
    expect(reviewOf(rows).states).toEqual(states)
  })
})
