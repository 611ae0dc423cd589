import { describe, expect, it } from 'vitest'
import type { KnownAccount } from './family-adults'
import { recogniseFamilyColumns } from './family-fields'
import { readFamilies } from './family-lines'
import { importedFamilies, reviewFamilies } from './family-review'

const HEADINGS = [
  'Guardian 1 Name',
  'Guardian 1 Email',
  'Guardian 2 First',
  'Guardian 2 Last',
  'Guardian 2 Email',
  'Guardian 2 Phone',
  'Child',
]
const DANA = ['Dana Okafor', 'dana@example.com'] as const
const SAM = ['Sam', 'Okafor', 'sam@example.com', '555-010-0102'] as const
const NOBODY = ['', '', '', ''] as const

const known = (email: string, account: Partial<KnownAccount> = {}): [string, KnownAccount] => [
  email,
  { email, familyId: `family of ${email}`, isStaff: false, mayJoin: false, children: [], ...account },
]

function reviewOf(
  rows: readonly (readonly string[])[],
  accounts: readonly [string, KnownAccount][] = [],
  invited: readonly [string, string][] = [],
) {
  const table = { headings: HEADINGS, records: rows.map((cells, n) => ({ line: n + 2, cells: [...cells] })) }
  const lines = readFamilies(table, recogniseFamilyColumns(table))
  const reviewed = reviewFamilies(lines, new Map(accounts), new Map(invited))
  return {
    states: reviewed.map(({ state, reason }) => (reason === null ? state : `${state}: ${reason}`)),
    families: importedFamilies(reviewed).map(({ email, full_name, phone, children, adults }) => ({
      email,
      full_name,
      phone,
      children: children.map(({ name }) => name),
      adults,
    })),
  }
}

const SAM_INVITED = { name: 'Sam Okafor', email: 'sam@example.com', phone: '555-010-0102' }

describe('a second adult', () => {
  it('is invited once into the new family, and nothing of theirs becomes the first adult’s', () => {
    const { states, families } = reviewOf([
      [...DANA, ...SAM, 'Amara'],
      ['', 'dana@example.com', 'Samuel', '', 'SAM@example.com', '', 'Kofi'],
    ])
    expect(states).toEqual(['new-family', 'new-family'])
    expect(families).toEqual([
      {
        email: 'dana@example.com',
        full_name: 'Dana Okafor',
        phone: null,
        children: ['Amara', 'Kofi'],
        adults: [SAM_INVITED],
      },
    ])
  })

  it('is the same family’s where another line names the two the other way round', () => {
    const { states, families } = reviewOf([
      ['', 'dana@example.com', ...SAM, 'Amara'],
      ['Sam Okafor', 'sam@example.com', 'Dana', 'Okafor', 'dana@example.com', '555-010-0101', 'Kofi'],
    ])
    expect(states).toEqual(['new-family', 'new-family'])
    expect(families).toEqual([
      {
        email: 'dana@example.com',
        full_name: '',
        phone: null,
        children: ['Amara', 'Kofi'],
        adults: [SAM_INVITED],
      },
    ])
  })

  it.each<[string, readonly (readonly string[])[], string[]]>([
    [
      'first adult of a line with somebody else',
      [
        [...DANA, ...SAM, 'Amara'],
        ['Sam', 'sam@example.com', 'Ida', '', 'ida@example.com', '', 'Bo'],
      ],
      ['new-family', 'left-out: This is the second adult of line 2'],
    ],
    [
      'first adult of an earlier line',
      [
        ['Sam', 'sam@example.com', ...NOBODY, 'Bo'],
        [...DANA, ...SAM, 'Amara'],
      ],
      [
        'new-family',
        'new-family: There is another family with that address, so the second adult is not invited',
      ],
    ],
    [
      'second adult of two families',
      [
        [...DANA, ...SAM, 'Amara'],
        ['Linh', 'linh@example.com', ...SAM, 'Bo'],
      ],
      ['new-family', 'new-family: Line 2 invites the second adult into another family'],
    ],
    [
      'at the address of the first',
      [[...DANA, 'Sam', '', 'Dana@example.com', '', 'Amara']],
      ['new-family: Both adults have this email address, so the second adult is not invited'],
    ],
    [
      'without an address',
      [[...DANA, 'Sam', '', '', '555-010-0102', 'Amara']],
      ['new-family: There is no email address, so the second adult is not invited'],
    ],
    [
      'with an address that cannot be read',
      [[...DANA, 'Sam', '', 'sam(at)example.com', '', 'Amara']],
      ["left-out: The second adult's email address cannot be read"],
    ],
    [
      'with a name of 200 letters',
      [[...DANA, 'x'.repeat(200), '', '', '', 'Amara']],
      ['left-out: Second adult: must be at most 120 characters'],
    ],
    [
      'one of too many',
      ['a', 'b', 'c', 'd'].map((name) => [...DANA, name, '', `${name}@example.com`, '', name]),
      [
        'new-family',
        'new-family',
        'new-family',
        'new-family: A family can have up to 4 adults, so the second adult is not invited',
      ],
    ],
  ])('who is %s is named', (_, rows, states) => {
    expect(reviewOf(rows).states).toEqual(states)
  })

  it('who has an account is invited only if it has no family and is no admin’s', () => {
    const line = [...DANA, ...SAM, 'Amara']
    const withSam = (account: Partial<KnownAccount>) =>
      reviewOf([line], [known('sam@example.com', account)]).states
    expect(withSam({ mayJoin: true })).toEqual(['new-family'])
    const alone = [[...line], ['Sam', 'sam@example.com', ...NOBODY, 'Kofi']]
    expect(reviewOf(alone, [known('sam@example.com', { mayJoin: true })]).states).toEqual([
      'new-family',
      'left-out: This is the second adult of line 2',
    ])
    expect(withSam({})).toEqual([
      'new-family: There is another family with that address, so the second adult is not invited',
    ])
    expect(withSam({ isStaff: true })).toEqual([
      "new-family: It is an admin's address, so the second adult is not invited",
    ])
  })

  it('of a family that is there already is never invited: somebody may have removed them', () => {
    const { states, families } = reviewOf([[...DANA, ...SAM, 'Amara']], [known('dana@example.com')])
    expect(states).toEqual(['new-child: The family is already there, so the second adult is not invited'])
    expect(families).toMatchObject([{ adults: [] }])
  })

  it('of a family on file is no family of their own', () => {
    const sam = (second: readonly string[], child = 'Kofi') =>
      reviewOf(
        [['Sam', 'sam@example.com', ...second, child]],
        [known('dana@example.com', { familyId: 'okafor', children: ['Amara'] })],
        [['sam@example.com', 'okafor']],
      ).states
    expect(sam(NOBODY)).toEqual(['left-out: This address is invited into another family'])
    expect(sam(['Dana', '', 'dana@example.com', ''])).toEqual(['new-child'])
    expect(sam(['Dana', '', 'dana@example.com', ''], 'AMARA')).toEqual(['known'])
  })
})
