import { describe, expect, it } from 'vitest'
import { eraseFamilyLines, erasePaymentLines } from './erased-lines'
import { recogniseFamilyColumns } from './family-fields'
import { readFamilies } from './family-lines'
import { familyTotals, reviewFamilies } from './family-review'
import type { ImportTable } from './import-table'
import { readPayments } from './payment-lines'
import { NO_CHOICES, type ReviewContext, reviewPayments } from './payment-review'
import { erasedChanges } from './review-changes'

const TODAY = '2026-11-16'
const OKAFOR = {
  id: 'okafor',
  emails: ['dana@example.com', 'old@example.com'],
  names: ['Dana Okafor', 'Ana'],
  joinedIds: [],
}

const tableOf = (headings: string[], rows: readonly string[]): ImportTable => ({
  headings,
  records: rows.map((row, n) => ({ line: n + 2, cells: row.split(',') })),
})

describe('a file of payments', () => {
  const COLUMNS = { date: 0, amount: 1, payer: 2, email: 3, reference: 4, method: null, note: 5 }
  const familyIds: Record<string, string> = {
    'Dana Okafor': 'okafor',
    Grandpa: 'okafor',
    'Ana Silva': 'silva',
    'Rob Okafor': 'rob',
  }
  const context: ReviewContext = {
    findFamily: ({ payer }) => {
      const familyId = familyIds[payer]
      return familyId ? { familyId, foundBy: 'name' } : null
    },
    isFamily: () => true,
    lastImport: () => null,
    hasPayment: () => false,
    openAmounts: () => [],
    leftAmounts: () => [],
  }

  function reviewOf(rows: readonly string[], choices = {}) {
    const contents = tableOf(['Date', 'Amount', 'Payer', 'Email', 'Reference', 'Note'], rows)
    const all = { ...NO_CHOICES, columns: COLUMNS, ...choices }
    return { version: 4, contents, choices: all, outcome: { lines: reviewed(contents, all) } }
  }

  const reviewed = (contents: ImportTable, choices: Partial<typeof NO_CHOICES> = {}) =>
    reviewPayments(
      readPayments(contents, COLUMNS, { today: TODAY }).lines,
      { ...NO_CHOICES, ...choices },
      context,
    )

  it.each([
    ['that the review gives to the family', '2026-11-03,60.00,Grandpa,,TX-1,for Tobi', true],
    ['found by its name', '2026-11-03,60.00,Dana Okafor,,,', true],
    ['with its email, also an earlier one', '2026-11-03,60.00,Ana Silva,OLD@example.com,,', true],
    ['that names it and is nobody’s', '2026-11-03,60.00,Cash,,,Okafor Dana', true],
    ['of a child’s namesake in another family', '2026-11-03,60.00,Ana Silva,,,Ana December', false],
    ['of another family with the surname', '2026-11-03,60.00,Rob Okafor,,,', false],
    ['with an email that contains its email', '2026-11-03,60.00,x,yolanda-dana@example.com,,', false],
    ['with a longer name', '2026-11-03,60.00,Anahita,,,Dana Okaforsen', false],
  ])('loses or keeps a line %s', (_, row, isErased) => {
    const left = erasePaymentLines(reviewOf([row, '2026-11-04,1.00,Zed,,,']), OKAFOR, TODAY)
    expect(left !== null).toBe(isErased)
  })

  it('keeps of such a line its number, date and amount, and all other lines as they were', () => {
    const review = reviewOf(
      [
        '2026-11-03,60.00,Dana Okafor,dana@example.com,TX-1,Tobi',
        '2026-11-04,25.50,Ana Silva,,TX-2,December',
        '2026-11-05,7.00,Somebody,,,',
      ],
      {
        families: { 'dana okafor <dana@example.com>': 'okafor', somebody: 'silva', gone: 'okafor' },
        skipped: { 3: true },
      },
    )
    const left = erasePaymentLines(review, OKAFOR, TODAY)
    expect(JSON.stringify(left)).not.toMatch(/dana|okafor|tobi|TX-1/i)
    expect(left?.contents.records[0]).toEqual({
      line: 2,
      cells: ['2026-11-03', '60.00', '', '', '', ''],
      erasedIn: 5,
    })
    const lines = reviewed(left?.contents as ImportTable, left?.choices)
    expect(lines[0]).toMatchObject({
      state: 'skipped',
      reason: 'The family was deleted meanwhile',
      cents: 6000,
    })
    expect(lines.slice(1)).toEqual(review.outcome.lines.slice(1))
    expect(left?.choices).toEqual({ ...review.choices, families: { somebody: 'silva' } })
    const changes = [4, 5].map((shown) => erasedChanges(left?.contents.records ?? [], shown))
    expect(changes).toEqual(['Line 2: The family was deleted meanwhile.', null])
    expect(erasedChanges(review.contents.records, 4)).toBeNull()
  })

  it('reads the other dates and amounts as before, and counts no erased line as the first of two', () => {
    const review = reviewOf([
      '13/11/2026,1234.50,Dana Okafor,,,',
      '03/11/2026,60.00,,,,',
      '03/11/2026,60.00,Dana Okafor,,,',
    ])
    const left = erasePaymentLines(review, OKAFOR, TODAY)
    const { dateOrder, lines } = readPayments(left?.contents as ImportTable, COLUMNS, { today: TODAY })
    expect([dateOrder, lines[1]?.date]).toEqual(['day-first', '2026-11-03'])
    const first = erasePaymentLines(
      reviewOf(['2026-11-03,60.00,Dana Okafor,,,', '2026-11-03,60.00,,,,']),
      OKAFOR,
      TODAY,
    )
    expect(reviewed(first?.contents as ImportTable).map(({ state }) => state)).toEqual(['skipped', 'choose'])
  })

  it.each([
    ['their email and name', '60.00,Kemi Obi,kemi@example.com,TX-1,Tobi', '60.00,,,TX-1,Tobi'],
    ['their name alone', '60.00,Zelle from OBI KEMI 12,,TX-1,Tobi', '60.00,,,TX-1,Tobi'],
    ['their email beside a namesake', '60.00,Ana Silva,kemi@example.com,,', '60.00,,,,'],
    ['their name in the note', '60.00,Dana Okafor,,TX-1,for kemi obi', '60.00,Dana Okafor,,TX-1,'],
    ['their name across two cells', '60.00,Dana Okafor,,Kemi,Obi', '60.00,,,,'],
  ])('loses of a member with %s their cells alone: the line stays the family’s', (_, row, left) => {
    const kemi = { id: 'kemi', emails: ['kemi@example.com'], names: ['Kemi Obi'], joinedIds: ['okafor'] }
    const review = reviewOf([`2026-11-03,${row}`, '2026-11-03,60.00,Ana Silva,,TX-9,Kemi Obison'])
    const before = { state: 'ready', familyId: 'okafor', submissionId: 'december', openCents: 6000 } as const
    const lines = review.outcome.lines.map((line, n) => (n === 0 ? { ...line, ...before } : line))
    const after = erasePaymentLines({ ...review, outcome: { lines } }, kemi, TODAY)
    expect(JSON.stringify(after).replaceAll('Kemi Obison', '')).not.toMatch(/kemi|\bobi\b/i)
    expect(after?.contents.records[0]).toEqual({ line: 2, cells: `2026-11-03,${left}`.split(',') })
    // Its family is found by nothing but the choice.
    const [compared, other] = reviewed(after?.contents as ImportTable, after?.choices)
    expect(compared).toMatchObject({ state: 'ready', familyId: 'okafor' })
    expect(other).toEqual(lines[1])
  })

  it('keeps the name of a member’s namesake in a family that they never joined', () => {
    const kemi = { id: 'kemi', emails: [], names: ['Ana Silva'], joinedIds: ['okafor'] }
    expect(erasePaymentLines(reviewOf(['2026-11-03,60.00,Ana Silva,,,']), kemi, TODAY)).toBeNull()
  })

  it('keeps no name in a column that was taken for dates', () => {
    const review = reviewOf(['2026-11-03,60.00,Dana Okafor,,,'])
    const misread = { ...review, choices: { ...review.choices, columns: { ...COLUMNS, date: 2 } } }
    expect(JSON.stringify(erasePaymentLines(misread, OKAFOR, TODAY)?.contents)).not.toContain('Dana')
  })
})

describe('a list of families', () => {
  const headings = ['Parent', 'Email', 'Phone', 'Child', 'Allergies', 'Notes', 'Class']
  const COLUMNS = recogniseFamilyColumns({ headings, records: [] })

  function reviewOf(...rows: string[]) {
    const contents = tableOf(headings, rows)
    const account = {
      email: 'dana@example.com',
      familyId: 'okafor',
      isStaff: false,
      mayJoin: false,
      children: ['Tobi'],
    }
    const lines = reviewFamilies(readFamilies(contents, COLUMNS), new Map([[account.email, account]]))
    return { version: 4, contents, choices: { columns: COLUMNS }, outcome: { lines } }
  }

  it('loses the lines of its email, and those that name it without one', () => {
    const review = reviewOf(
      'Dana Okafor,Dana@example.com,555,Kofi,Peanuts,,',
      'Linh Tran,linh@example.com,,Ana,,,',
      'Okafor Dana,,555,Kofi,,,',
    )
    const left = eraseFamilyLines(review, OKAFOR)
    expect(JSON.stringify(left)).not.toMatch(/dana|okafor|kofi|peanuts|555/i)
    // Compared once more, it is not imported as a new family.
    const lines = reviewFamilies(readFamilies(left?.contents as ImportTable, COLUMNS), new Map())
    expect(lines.map(({ state, reason }) => [state, reason])).toEqual([
      ['left-out', 'The family was deleted meanwhile'],
      ['new-family', null],
      ['left-out', 'The family was deleted meanwhile'],
    ])
    expect(familyTotals(lines)).toMatchObject({ newFamilies: 1, knownFamilies: 0 })
  })

  it('stays as it is without such a line', () => {
    expect(eraseFamilyLines(reviewOf('Linh Tran,linh@example.com,,Ana,,,'), OKAFOR)).toBeNull()
  })
})
