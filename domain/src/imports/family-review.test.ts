import { describe, expect, it } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import type { KnownAccount } from './family-adults'
import { FAMILY_FIELDS, type FamilyField, recogniseFamilyColumns } from './family-fields'
import { familyHeadingKey } from './family-headings'
import { readFamilies } from './family-lines'
import {
  FAMILY_LINE_LABELS,
  familyReviewChanges,
  familyTotals,
  importedChildren,
  importedFamilies,
  importedFamiliesText,
  reviewFamilies,
} from './family-review'
import { knownHeadings, validMapping } from './import-columns'
import { findTable, type ImportTable, isTotals } from './import-table'

const NO_COLUMNS = validMapping({}, FAMILY_FIELDS, 0)
const HEADINGS = ['Parent', 'Email', 'Phone', 'Child', 'Allergies', 'Notes', 'Class']

const COLUMNS = { ...NO_COLUMNS, parent: 0, email: 1, phone: 2, child: 3, allergies: 4, notes: 5, grade: 6 }

const tableOf = (rows: readonly string[][], headings = HEADINGS): ImportTable => ({
  headings,
  records: rows.map((cells, index) => ({ line: index + 2, cells })),
})

/** Parent, email and child, where the rest does not matter. */
const row = (
  parent: string,
  email: string,
  child: string,
  rest: Partial<Record<FamilyField, string>> = {},
) => [parent, email, rest.phone ?? '', child, rest.allergies ?? '', rest.notes ?? '', rest.grade ?? '']

function reviewOf(rows: readonly string[][], accounts: readonly Partial<KnownAccount>[] = []) {
  const table = tableOf(rows)
  const lines = readFamilies(table, recogniseFamilyColumns(table))
  const known = accounts.map(({ email = '', ...account }) => [
    email,
    { email, familyId: `family of ${email}`, isStaff: false, mayJoin: false, children: [], ...account },
  ])
  const reviewed = reviewFamilies(lines, new Map(known as [string, KnownAccount][]))
  return { lines: reviewed, families: importedFamilies(reviewed) }
}

const statesOf = ({ lines }: ReturnType<typeof reviewOf>) =>
  lines.map(({ state, reason }) => (reason === null ? state : `${state}: ${reason}`))

const textOf = (review: ReturnType<typeof reviewOf>) =>
  importedFamiliesText(review.families.length, importedChildren(familyTotals(review.lines)))

describe('the columns of a list of families', () => {
  it.each<[string[], (FamilyField | null)[]]>([
    [HEADINGS, ['parent', 'email', 'phone', 'child', 'allergies', 'notes', 'grade']],
    [
      [
        'Student Name',
        'Classroom',
        'Known Allergies',
        'Parent/Guardian Name',
        'Parent E-mail',
        'Mobile Phone',
      ],
      ['child', 'grade', 'allergies', 'parent', 'email', 'phone'],
    ],
    [
      ['Name', 'Parent Name', 'Email Address', 'Teacher'],
      ['child', 'parent', 'email', null],
    ],
    [
      ['CHILD_NAME', 'parent_email', 'GRADE LEVEL', 'Comments'],
      ['child', 'email', 'grade', 'notes'],
    ],
  ])('are found by their headings: %j', (headings, fields) => {
    const columns = recogniseFamilyColumns(tableOf([headings.map(() => '')], headings))
    const found = headings.map((_, index) => FAMILY_FIELDS.find(({ name }) => columns[name] === index)?.name)
    expect(found.map((name) => name ?? null)).toEqual(fields)
  })

  it('are found by their contents where the heading says nothing', () => {
    const table = tableOf([['Amara', '(555) 010-0142', 'dana@example.com']], ['Child', 'A', 'B'])
    expect(recogniseFamilyColumns(table)).toMatchObject({
      child: 0,
      phone: 1,
      email: 2,
      parent: null,
    })
  })
})

it('the last line is a family although its name begins like a total, and a total is not', () => {
  const rows = [HEADINGS, row('Sum Wong', 'sum@example.com', 'Ida'), ['Total children: 1']]
  const records = rows.map((cells, index) => ({ line: index + 1, cells }))
  expect(findTable(records, knownHeadings(FAMILY_FIELDS), isTotals, familyHeadingKey).records).toEqual(
    records.slice(1, 2),
  )
})

describe('a family', () => {
  it('has one line for each child, and is told by its email whatever its case and spaces', () => {
    const review = reviewOf([
      row('', 'Dana@Example.com ', 'Amara', { allergies: 'Peanuts\nMilk', grade: 'Pre-K 4' }),
      row('Dana Okafor', ' dana@example.com', 'Kofi', { phone: '555 0101', notes: 'Naps' }),
      row('Linh Nguyen', 'adana@example.com', 'Amara'),
      row('Linh Nguyen', 'dana@example.com.mx', 'Amara'),
    ])
    expect(review.lines.map(({ state }) => state)).toEqual(Array(4).fill('new-family'))
    expect(review.families).toHaveLength(3)
    expect(review.families[0]).toEqual({
      familyId: null,
      email: 'dana@example.com',
      full_name: 'Dana Okafor',
      phone: '555 0101',
      adults: [],
      children: [
        { name: 'Amara', allergies: 'Peanuts\nMilk', notes: null, grade: 'Pre-K 4', pickup_people: [] },
        { name: 'Kofi', allergies: null, notes: 'Naps', grade: null, pickup_people: [] },
      ],
    })
    expect(textOf(review)).toBe('3 families (4 children)')
  })

  it.each([
    ['Zoë Müller', 'zoe  MULLER', true],
    ['Zoë Müller', 'Müller, Zoë', true],
    ["Siobhán O'Neill", 'Siobhan O’Neill', true],
    ['Amara', 'Amara Okafor', false],
    ['Amara', 'Amar', false],
    ['Ana', 'Anna', false],
  ])('with the child %s has the child %s already: %s', (stored, child, isKnown) => {
    const account = { email: 'dana@example.com', children: ['Kofi', stored] }
    const review = reviewOf(
      [row('Somebody Else', 'DANA@example.com', child, { allergies: 'All' })],
      [account],
    )
    expect(statesOf(review)).toEqual([isKnown ? 'known' : 'new-child'])
    expect(review.families.map(({ familyId }) => familyId)).toEqual(
      isKnown ? [] : ['family of dana@example.com'],
    )
  })

  it('of two adults with an address each gets a child once', () => {
    const both = { familyId: 'okafor', children: ['Kofi'] }
    const review = reviewOf(
      [
        row('Dana', 'dana@example.com', 'Amara'),
        row('Sam', 'sam@example.com', 'AMARA'),
        row('Sam', 'sam@example.com', 'Kofi'),
      ],
      [
        { email: 'dana@example.com', ...both },
        { email: 'sam@example.com', ...both },
      ],
    )
    expect(statesOf(review)).toEqual(['new-child', 'known: Same child as line 2', 'known'])
    expect(review.families).toMatchObject([{ familyId: 'okafor', children: [{ name: 'Amara' }] }])
  })

  it('has no child twice from one file, and loses nothing that another line says of it', () => {
    const review = reviewOf([
      row('Dana', 'dana@example.com', 'Amara', { allergies: 'Peanuts' }),
      row('Dana', 'dana@example.com', 'Amara', { allergies: 'None', notes: 'Naps at one' }),
      row('Dana', 'DANA@example.com', 'Amára', { allergies: 'Bee stings', grade: 'Pre-K' }),
    ])
    expect(statesOf(review)).toEqual([
      'new-family',
      'known: Same child as line 2',
      'known: Same child as line 2',
    ])
    expect(review.families[0]?.children).toEqual([
      {
        name: 'Amara',
        allergies: 'Peanuts; Bee stings',
        notes: 'Naps at one',
        grade: 'Pre-K',
        pickup_people: [],
      },
    ])
  })

  it('has at most thirty children', () => {
    const children = Array.from({ length: 29 }, (_, n) => `Child ${n}`)
    const review = reviewOf(
      [
        row('', 'dana@example.com', 'One'),
        row('', 'dana@example.com', 'Two'),
        row('', 'dana@example.com', 'Child 3'),
      ],
      [{ email: 'dana@example.com', children }],
    )
    expect(statesOf(review)).toEqual(['new-child', 'left-out: A family can have up to 30 children', 'known'])
  })
})

it('the lines of the examples have the states that the rules say', () => {
  const examples = rulesTable('import.md', 'Families')
  const textOfCell = (example: (typeof examples)[number], column: string) =>
    example.text(column).replace(/^none$/, '')
  const review = reviewOf(
    examples.map((example) => row('', textOfCell(example, 'email'), textOfCell(example, 'child'))),
    [
      { email: 'dana@example.com', children: ['Zoë Müller'] },
      { email: 'rosa@example.com', isStaff: true },
    ],
  )
  expect(review.lines.map(({ state }) => FAMILY_LINE_LABELS[state])).toEqual(
    examples.map((example) => example.text('state')),
  )
})

describe('a line is left out', () => {
  it.each([
    ['without an email', row('Dana', ' ', 'Amara'), 'The email address is missing'],
    [
      'without an email that can be read',
      row('Dana', 'dana at example', 'Amara'),
      'The email address cannot be read',
    ],
    [
      'with two emails',
      row('Dana', 'dana@example.com; sam@example.com', 'Amara'),
      'The email address cannot be read',
    ],
    ['without a child', row('Dana', 'dana@example.com', ''), "The child's name is missing"],
    [
      'with an invisible child',
      row('Dana', 'dana@example.com', '\u200b\u2800'),
      "The child's name is missing",
    ],
    [
      'with a long child',
      row('Dana', 'dana@example.com', 'x'.repeat(121)),
      'Child: must be at most 120 characters',
    ],
    [
      'with a long parent',
      row('x'.repeat(121), 'dana@example.com', 'A'),
      'Parent: must be at most 120 characters',
    ],
    [
      'with long allergies',
      row('Dana', 'dana@example.com', 'Amara', { allergies: 'x'.repeat(501) }),
      'Allergies: must be at most 500 characters',
    ],
    [
      'with a long class',
      row('Dana', 'dana@example.com', 'Amara', { grade: 'x'.repeat(41) }),
      'Class or grade: must be at most 40 characters',
    ],
    [
      'with control characters',
      row('Dana', 'dana@example.com', 'Am\u0007ara'),
      'Child: please remove line breaks and special control characters',
    ],
    ["at an admin's address", row('Rosa', 'ROSA@example.com', 'Amara'), "This is an admin's address"],
    ['with too few fields', ['Dana', 'dana@example.com'], 'Has 2 fields where the heading has 7'],
  ])('%s', (_, cells, reason) => {
    const account = { email: 'rosa@example.com', isStaff: true }
    const review = reviewOf([cells, row('Linh', 'linh@example.com', 'Bao')], [account])
    expect(statesOf(review)).toEqual([`left-out: ${reason}`, 'new-family'])
    expect(review.families.map(({ email }) => email)).toEqual(['linh@example.com'])
    expect(familyTotals(review.lines)).toMatchObject({
      newFamilies: 1,
      lines: { 'new-family': 1, 'left-out': 1 },
    })
  })

  it('but not for a line break in a name or a missing parent', () => {
    const { families } = reviewOf([
      row('', 'dana@example.com', 'Amara\nOkafor'),
      row(' ', 'b@example.com', '=1+1'),
    ])
    expect(families).toMatchObject([
      { full_name: '', children: [{ name: 'Amara Okafor' }] },
      { full_name: '', children: [{ name: '=1+1' }] },
    ])
  })
})

it('the same file again has nothing to import', () => {
  const rows = [row('Dana', 'dana@example.com', 'Amara'), row('Dana', 'dana@example.com', 'Kofi')]
  const first = reviewOf(rows)
  const accounts = first.families.map(({ email, children }) => ({
    email,
    children: children.map(({ name }) => name),
  }))
  const again = reviewOf(rows, accounts)
  expect(again.families).toEqual([])
  expect(importedChildren(familyTotals(again.lines))).toBe(0)
  expect(textOf(reviewOf(rows.slice(1)))).toBe('1 family (1 child)')
})

it('takes 5,000 lines of one family, or of as many', () => {
  const many = Array.from({ length: 5_000 }, (_, n) => row(`Parent ${n}`, `parent${n}@example.com`, 'Amara'))
  const one = many.map((_, n) => row('Dana', 'dana@example.com', `Child ${n}`))
  expect(reviewOf(many).families).toHaveLength(5_000)
  expect(familyTotals(reviewOf(one).lines)).toMatchObject({ lines: { 'new-family': 30, 'left-out': 4_970 } })
})

it('counts lines, new families and known families that get a child', () => {
  const review = reviewOf(
    [
      row('Dana Okafor', 'dana@example.com', 'Amara'),
      row('Dana Okafor', 'dana@example.com', 'Kofi'),
      row('Linh Tran', 'linh@example.com', 'An'),
      row('Linh Tran', 'linh@example.com', 'Bao'),
      row('Sam Lee', 'sam@example.com', ''),
    ],
    [{ email: 'dana@example.com', children: ['Amara'] }],
  )
  const totals = familyTotals(review.lines)
  expect(totals).toEqual({
    lines: { 'new-family': 2, 'new-child': 1, known: 1, 'left-out': 1 },
    newFamilies: 1,
    knownFamilies: 1,
    secondAdults: 0,
  })
  expect(importedChildren(totals)).toBe(3)
})

it('reads names without the blanks that nobody sees', () => {
  const [line] = readFamilies(
    tableOf([row('\u200bAna \n \u200b Lee', 'ana@example.com', 'Ada\ufeff')]),
    COLUMNS,
  )
  expect(line).toMatchObject({ parent: 'Ana Lee', child: 'Ada', error: undefined })
})

it('names what changed for lines to import since they were shown, up to five', () => {
  const children = Array.from({ length: 7 }, (_, n) => `Child ${n}`)
  const table = tableOf(children.map((child) => row('Dana Okafor', 'dana@example.com', child)))
  const lines = readFamilies(table, COLUMNS)
  const joined = (account: Partial<KnownAccount> | null) => {
    const known = {
      email: 'dana@example.com',
      familyId: 'f',
      isStaff: false,
      mayJoin: false,
      children: [],
      ...account,
    }
    const accounts = new Map<string, KnownAccount>(account ? [['dana@example.com', known]] : [])
    return reviewFamilies(lines, accounts)
  }
  expect(familyReviewChanges(joined(null), joined(null))).toBeNull()
  expect(familyReviewChanges(joined(null), joined({}))).toBe(
    'Line 2 (Child 0) is now "New child". Line 3 (Child 1) is now "New child". Line 4 (Child 2) is now "New child". Line 5 (Child 3) is now "New child". Line 6 (Child 4) is now "New child". And 2 more lines.',
  )
  const one = joined({ children: ['Child 1'] })
  expect(familyReviewChanges(joined({}), one)).toBe('Line 3 (Child 1) is now "Already there".')
  expect(familyReviewChanges(one, joined({}))).toBe('Line 3 (Child 1) is now "New child".')
  expect(familyReviewChanges(joined({ children }), joined({ children, isStaff: true }))).toBeNull()
  expect(familyReviewChanges(joined({}), joined({ children: children.slice(0, 5) }))).not.toContain('more')
  expect(familyReviewChanges(joined({}), joined({ familyId: 'g', children: children.slice(1) }))).toMatch(
    /^Line 2 \(Child 0\) belongs to another family now\. Line 3 \(Child 1\) is now "Already there"\./,
  )
  expect(familyReviewChanges(joined(null), [])).toBeNull()
})
