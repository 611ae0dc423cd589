import { describe, expect, it } from 'vitest'
import { FAMILY_FIELDS, recogniseFamilyColumns } from './family-fields'
import { familyHeadingKey, familyHeadingKeys } from './family-headings'
import { readFamilies } from './family-lines'
import { firstValues, undecidedColumns } from './import-columns'
import { pickupPeopleIn } from './pickup-cells'

it.each([
  ['Guardian 1 First Name', 'parent 1 first name'],
  ['guardian1_email', 'parent 1 email'],
  ['E-mail Address of Parent 1', 'parent 1 email'],
  ['Primary Contact E-Mail', 'parent 1 email'],
  ['First Guardian Cell Phone', 'parent 1 phone'],
  ['Guardian 2 Email', 'parent 2 email'],
  ['Parent Two Mobile', 'parent 2 phone'],
  ['Secondary Guardian Last', 'parent 2 last name'],
  ['Spouse Email', 'parent 2 email'],
  ['Guardian Email 2', 'parent email 2'],
  ['ParentGuardianName', 'parent name'],
  ["Child's First Name", 'child first name'],
  ['Child´s Forename', 'child first name'],
  ['Guardian´s Email', 'parent email'],
  ['Child Firstname', 'child first name'],
  ['Pupil Lastname', 'child last name'],
  ['Camper Surname', 'child last name'],
  ['Parent Full Name', 'parent name'],
  ['Parent Phone Number', 'parent phone'],
  ['Guardian Telephone No.', 'parent phone'],
  ['Home Phone of the Parent', 'parent home phone'],
  ['Student Last', 'child last name'],
  ['Student E-mail', 'child email'],
  ['Emergency Contact 1 Name', 'emergency 1 name'],
  ['Authorized Pick-Up 1 Name', 'pick up 1 name'],
  ['Authorized Pickup Person Phone', 'pick up phone'],
  ['Authorised Pickups', 'pick up'],
  ['Pickup 1 Name', 'pick up 1 name'],
  ['Pickup Contact Phone', 'pick up phone'],
  ['Pickup Adult 2 Name', 'pick up 2 name'],
  ['Physician Phone', 'doctor phone'],
  ['Mailing Address', 'mailing address'],
])('the heading "%s" is compared as "%s"', (heading, key) => {
  expect(familyHeadingKey(heading)).toBe(key)
})

it.each([
  [
    ['Mother Name', 'Father Email'],
    ['parent 1 name', 'parent 2 email'],
  ],
  [
    ["Dad's Email", 'Mom Email'],
    ['parent 1 email', 'parent 2 email'],
  ],
  [
    ['Child', 'Father Email', 'Mother Email'],
    ['child', 'parent 1 email', 'parent 2 email'],
  ],
  [
    ['Emergency Contact Father', 'Mother Email', 'Father Email'],
    ['emergency father', 'parent 1 email', 'parent 2 email'],
  ],
  [
    ['Insurance of Parent 2', 'Mother Email'],
    ['insurance parent 2', 'parent 1 email'],
  ],
  [
    ['Parent 1 Email', 'Mother Email'],
    ['parent 1 email', 'mother email'],
  ],
])('of a mother and a father the first one is the first adult: %j', (headings, keys) => {
  expect(familyHeadingKeys(headings)).toEqual(keys)
})

function recognised(headings: string[], ...rows: string[][]) {
  const table = { headings, records: rows.map((cells, n) => ({ line: n + 2, cells })) }
  const columns = recogniseFamilyColumns(table)
  const found = Object.fromEntries(
    FAMILY_FIELDS.flatMap(({ name }) => {
      const column = columns[name]
      return column === null ? [] : [[name, headings[column]]]
    }),
  )
  const [line] = readFamilies(table, columns)
  return { columns, found, line, open: undecidedColumns(headings, columns).map((n) => headings[n]) }
}

describe("a school's export", () => {
  it('joins first and last names, and takes nothing of the second guardian for the first', () => {
    const { found, line, open } = recognised(
      [
        'Guardian 2 Email',
        'Guardian 2 Cell',
        'Emergency Contact 1 Phone',
        'Guardian 1 Last Name',
        'Guardian 1 First Name',
        'Guardian 1 E-mail',
        'Child Last',
        'Child First',
        'Homeroom',
        'Medical Alerts / Allergies',
        'Emergency Contact 1 Name',
      ],
      [
        'sam@example.com',
        '555-010-0102',
        '555-010-0103',
        'Okafor',
        'Dana',
        'dana@example.com',
        'Okafor',
        'Amara',
        'K-2',
        'Peanuts',
        'Ann Silva',
      ],
    )
    expect(found).toEqual({
      email: 'Guardian 1 E-mail',
      parent: 'Guardian 1 First Name',
      parent_last: 'Guardian 1 Last Name',
      child: 'Child First',
      child_last: 'Child Last',
      allergies: 'Medical Alerts / Allergies',
      grade: 'Homeroom',
      second_email: 'Guardian 2 Email',
      second_phone: 'Guardian 2 Cell',
    })
    expect(open).toEqual(['Emergency Contact 1 Phone', 'Emergency Contact 1 Name'])
    expect(line).toMatchObject({ parent: 'Dana Okafor', child: 'Amara Okafor', phone: '', error: undefined })
  })

  it('has no email where only the second guardian and the child have one', () => {
    const { found } = recognised(
      ['Student Name', 'Student Email', 'Guardian 1', 'Guardian 2 Email', 'Student ID'],
      ['Amara', 'amara@school.example', 'Dana', 'sam@example.com', '20261234'],
    )
    expect(found).toEqual({
      child: 'Student Name',
      parent: 'Guardian 1',
      second_email: 'Guardian 2 Email',
    })
  })

  it('has a phone and an email below their headings, whatever is in them', () => {
    const { open, line } = recognised(['Child', 'Email', 'Phone'], ['Amara', 'dana(at)example.com', '555'])
    expect([open, line?.error, line?.phone]).toEqual([[], 'The email address cannot be read', '555'])
  })

  it('has a second column of the same heading, which stays open', () => {
    const { columns, open } = recognised(['Child', 'Email', 'Email'], ['Amara', 'dana@example.com', 'b@c.de'])
    expect([columns.email, open]).toEqual([1, ['Email']])
  })

  it('has a last name that is not taken for that of somebody else', () => {
    const { found } = recognised(['Child Name', 'Last Name', 'Email'], ['Amara', 'Okafor', 'd@example.com'])
    expect(found).toEqual({ child: 'Child Name', email: 'Email' })
  })

  it.each([
    ['Amara', 'Okafor', 'Amara Okafor'],
    ['Amara Okafor', 'OKAFOR', 'Amara Okafor'],
    ['Okafor, Amara', 'Okafor', 'Okafor, Amara'],
    ['Amara', '', 'Amara'],
    ['', 'Okafor', ''],
    ['Ann Lee', 'Leeson', 'Ann Lee Leeson'],
  ])('joins "%s" and "%s" to "%s"', (first, last, child) => {
    expect(
      recognised(['Child First', 'Child Last', 'Email'], [first, last, 'd@example.com']).line?.child,
    ).toBe(child)
  })
})

describe('who may pick up', () => {
  it.each([
    ['Ann Silva', '', [['Ann Silva', '']]],
    ['Ann Silva', '555-010-0142', [['Ann Silva', '555-010-0142']]],
    [
      'Ann Silva (555) 010-0142; Joe: 555 010 0143',
      '',
      [
        ['Ann Silva', '(555) 010-0142'],
        ['Joe', '555 010 0143'],
      ],
    ],
    [
      'Ann Silva\nJoe Lee',
      '',
      [
        ['Ann Silva', ''],
        ['Joe Lee', ''],
      ],
    ],
    [
      'Ann Silva, Joe Lee',
      '',
      [
        ['Ann Silva', ''],
        ['Joe Lee', ''],
      ],
    ],
    ['Silva, Ann', '', [['Silva, Ann', '']]],
    ['Ann Silva (555-010-0142)', '', [['Ann Silva', '555-010-0142']]],
    ['Ann Silva (Grandmother)', '', [['Ann Silva (Grandmother)', '']]],
    [
      'Ann Silva; Joe Lee',
      '555-010-0142',
      [
        ['Ann Silva', ''],
        ['Joe Lee', ''],
      ],
    ],
    ['', '555-010-0142', [['', '555-010-0142']]],
    ['', '', []],
  ])('is read from "%s" and "%s"', (cell, phone, people) => {
    expect(pickupPeopleIn(cell, phone).map((person) => [person.name, person.phone])).toEqual(people)
  })

  it('is stored once however often somebody is named, and a fault is one of the line', () => {
    const headings = [
      'Child',
      'Email',
      'Authorized Pickup 1',
      'Authorized Pickup 1 Phone',
      'Authorized Pickup 2',
    ]
    const read = (...cells: string[]) =>
      recognised(headings, ['Amara', 'd@example.com', ...cells, '', '', ''].slice(0, 5)).line
    expect(read('Ann Silva', '', 'ann silva 555-010-0142')?.pickup_people).toEqual([
      { name: 'Ann Silva', phone: '555-010-0142' },
    ])
    expect(read('Ann', 'ext. 12')).toMatchObject({
      error: undefined,
      pickup_people: [{ name: 'Ann', phone: 'ext. 12' }],
    })
    expect(read('', '555-010-0142')?.error).toBe('May pick up: please enter a name')
    expect(read('A;B;C;D;E;F')?.error).toBe('May pick up: up to 5 people can be named')
    expect(read('x'.repeat(9_000))?.error).toBe('May pick up: must be at most 120 characters')
  })
})

it("a column's first values are those that differ, on one line and not too long", () => {
  const cells = ['', 'Peanuts', ' Peanuts ', 'a\nb', 'x'.repeat(80), 'never shown']
  const records = cells.map((cell, n) => ({ line: n + 2, cells: [cell] }))
  expect(firstValues({ headings: ['A'], records }, 0)).toEqual(['Peanuts', 'a b', `${'x'.repeat(60)}…`])
})
