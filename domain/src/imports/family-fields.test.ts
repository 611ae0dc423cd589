import { describe, expect, it } from 'vitest'
import { type FamilyField, recogniseFamilyColumns } from './family-fields'

/** The heading of each column that is found, by its field. */
function foundIn(headings: string[], ...rows: string[][]) {
  const columns = recogniseFamilyColumns({
    headings,
    records: rows.map((cells, n) => ({ line: n + 2, cells })),
  })
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, column]) => (column === null ? [] : [[name, headings[column]]])),
  ) as Partial<Record<FamilyField, string>>
}

describe('a last name', () => {
  it.each<[string[], Partial<Record<FamilyField, string>>]>([
    [['Child', 'Child Last Name'], { child: 'Child', child_last: 'Child Last Name' }],
    [['Name', 'Last Name'], { child: 'Name', child_last: 'Last Name' }],
    [['First Name', 'Last Name'], { child: 'First Name', child_last: 'Last Name' }],
    [['Parent 1', 'Parent 1 Last Name'], { parent: 'Parent 1', parent_last: 'Parent 1 Last Name' }],
    [['Parent 1 Name', 'Parent 1 Last Name'], { parent: 'Parent 1 Name', parent_last: 'Parent 1 Last Name' }],
    [['Parent 2 Name', 'Parent 2 Last Name'], { second: 'Parent 2 Name', second_last: 'Parent 2 Last Name' }],
  ])('belongs to the same person as the name: %j', (headings, found) => {
    expect(foundIn(headings)).toEqual(found)
  })

  it.each<[string[], Partial<Record<FamilyField, string>>]>([
    [['Last Name'], {}],
    [['Child Last Name'], {}],
    [['Child', 'Last Name'], { child: 'Child' }],
    [['Parent Name', 'Parent 1 Last Name'], { parent: 'Parent Name' }],
  ])('is not taken for one where the name is missing or another person’s: %j', (headings, found) => {
    expect(foundIn(headings)).toEqual(found)
  })
})

describe('a column whose heading says nothing', () => {
  it.each([
    '5550142',
    '555-010-0142',
    '+1 (555) 010-0142',
    '555.010.0142',
    '555-010-0142x12',
    '555-010-0142 x 12',
    '555-010-0142 ext 12',
    '555-010-0142 EXT. 123',
  ])('is that of the phone with "%s"', (cell) => {
    expect(foundIn(['Child', 'A'], ['Amara', cell])).toEqual({ child: 'Child', phone: 'A' })
  })

  it.each(['555014', 'Dana 555-010-0142', '555-010-0142 at work', '555-010-0142 ext', '11/03/2026'])(
    'is not with "%s"',
    (cell) => {
      expect(foundIn(['Child', 'A'], ['Amara', cell])).toEqual({ child: 'Child' })
    },
  )
})

describe("the first adult's phone and email", () => {
  it.each([
    ['Date of Birth', '2019-05-01'],
    ['Birthday', '05-01-2019'],
    ['Zip Code', '10001-1234'],
    ['Account Number', '20261234'],
    ['Grandmother Phone', '555-010-0142'],
    ['Nanny Email', 'nanny@example.com'],
  ])('are not in the column %j with "%s"', (heading, cell) => {
    expect(foundIn(['Child', heading], ['Amara', cell])).toEqual({ child: 'Child' })
  })

  it.each(['Parent 1 Work Phone', 'Work Phone', 'Parent Phone for School'])(
    'are found under "%s"',
    (heading) => {
      expect(foundIn(['Child', heading], ['Amara', '555-010-0142'])).toEqual({
        child: 'Child',
        phone: heading,
      })
    },
  )

  it.each([
    'Parent 2 Work Phone',
    'Child Phone',
    'Pick-Up 4 Phone',
    'Emergency Phone',
    'Sibling Phone',
    'Doctor Phone',
    'Dentist Phone',
    'Teacher Phone',
    'School Phone',
    'Insurance Phone',
  ])('are not taken from "%s", whatever is in it', (heading) => {
    expect(foundIn(['Child', heading], ['Amara', '555-010-0142'])).toEqual({ child: 'Child' })
    expect(foundIn(['Child', heading], ['Amara', 'sam@example.com'])).toEqual({ child: 'Child' })
  })

  it('are not those of a mother or a father where adults are numbered', () => {
    expect(
      foundIn(
        ['Child', 'Parent 1', 'Mother Phone', 'Father Email'],
        ['Amara', 'Dana', '555-010-0142', 's@x.com'],
      ),
    ).toEqual({ child: 'Child', parent: 'Parent 1' })
  })
})
