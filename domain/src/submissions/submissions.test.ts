import { describe, expect, test } from 'vitest'
import { aMonth } from '../../testing/builders'
import { rulesTable } from '../../testing/rules-table'
import { formatUsdDifference } from '../lib/money'
import {
  applyEdit,
  buildEditEntry,
  derivedStatus,
  dropInNotes,
  editedSinceBilledCents,
  feeChangeEntry,
  isAgreedByPhone,
  LIST_STATUS_LABELS,
  PARENT_STATUS_LABELS,
  readEditHistory,
  SUBMISSION_TYPE_LABELS,
  submissionTitle,
  submissionType,
} from './submissions'

const FIRST = '2025-10-01T12:00:00.000Z'
const SECOND = '2025-10-02T12:00:00.000Z'

describe('an edit', () => {
  test.each(rulesTable('submissions.md', 'Edits'))('$name', (row) => {
    const entry = buildEditEntry(row.days('before'), row.days('after'), FIRST)
    expect(entry.days_added).toEqual(row.days('added'))
    expect(entry.days_removed).toEqual(row.days('removed'))
    expect(entry.edited_at).toBe(FIRST)
  })

  const booked = { days: [6, 7], dayPrices: { 6: 2000, 7: 0 }, feeCents: 2000, credits: { 7: 2000 } }

  test('is appended to the history, keeps the previous days and prices only the added ones', () => {
    const october = aMonth('October 2025', { regularPriceCents: 2500 })
    const once = applyEdit(booked, [], october, [8, 6], FIRST)
    expect(once).toEqual({
      selectedDays: [6, 8],
      dayPrices: { 6: 2000, 8: 2500 },
      feeCents: 4500,
      credits: {},
      isEdited: true,
      originalSelectedDays: [6, 7],
      updatedAt: FIRST,
      editHistory: [
        { edited_at: FIRST, previous_days: [6, 7], new_days: [6, 8], days_added: [8], days_removed: [7] },
      ],
    })
    const twice = applyEdit({ ...once, days: once.selectedDays }, once.editHistory, october, [9], SECOND)
    expect(twice.originalSelectedDays).toEqual([6, 8])
    expect(twice.editHistory).toHaveLength(2)
    expect(twice.editHistory[0]).toEqual(once.editHistory[0])
  })

  test('of the fee alone has the same days before and after', () => {
    const change = { dayPrices: {}, credits: {}, feeCents: 4150, differenceCents: -1850 }
    expect(feeChangeEntry({ days: [3, 4] }, change, '2026-12-03', FIRST)).toEqual({
      ...buildEditEntry([3, 4], [3, 4], FIRST),
      fee_change: { day: '2026-12-03', amount: -18.5 },
    })
  })

  test('by staff has their name in the history', () => {
    const kemi = { adult: 'Kemi Okafor', adult_id: 'kemi' }
    const byAdult = applyEdit(booked, [], aMonth('October 2025'), [6], FIRST, kemi)
    expect(readEditHistory(byAdult.editHistory)).toMatchObject([kemi])
    const edit = applyEdit(booked, [], aMonth('October 2025'), [6], FIRST, { changed_by: 'Rosa Medina' })
    expect(readEditHistory(edit.editHistory)).toMatchObject([
      { changed_by: 'Rosa Medina', days_removed: [7] },
    ])
  })

  test('keeps a single older entry that was not stored as a list', () => {
    const older = buildEditEntry([1], [2], FIRST)
    const edit = applyEdit(booked, older, aMonth('October 2025'), [8], SECOND)
    expect(edit.editHistory.map((entry) => entry.edited_at)).toEqual([FIRST, SECOND])
  })
})

describe('a stored history', () => {
  const entry = buildEditEntry([3], [4], FIRST)

  test.each([
    ['a list', [entry, entry], 2],
    ['a single entry', entry, 1],
    ['nothing', null, 0],
    ['an empty list', [], 0],
    ['something else', 'edited', 0],
    ['a list with something else in it', [entry, 7, null], 1],
  ])('stored as %s can be parsed', (_, stored, count) => {
    const history = readEditHistory(stored)
    expect(history).toHaveLength(count)
    for (const read of history) expect(read).toEqual(entry)
  })

  test('tells of a fee that changed and of a cancellation, where they are complete', () => {
    const fee_change = { day: '2025-10-03', amount: -20 }
    expect(readEditHistory({ ...entry, fee_change, event: 'cancelled' })).toEqual([
      { ...entry, fee_change, event: 'cancelled' },
    ])
    for (const broken of [null, {}, { day: 3, amount: -20 }, { day: '2025-10-03', amount: '-20' }])
      expect(readEditHistory({ ...entry, fee_change: broken, event: 'lost', adult: 7 })).toEqual([entry])
  })

  test('with days missing from an entry is still shown', () => {
    expect(readEditHistory({ edited_at: FIRST, days_added: [4] })).toEqual([
      { edited_at: FIRST, previous_days: [], new_days: [], days_added: [4], days_removed: [] },
    ])
  })
})

test.each(rulesTable('submissions.md', 'Statuses'))('$name', (row) => {
  const status = derivedStatus({
    totalFeeCents: row.cents('fee')[0] ?? Number.NaN,
    paidCents: row.cents('paid')[0] ?? Number.NaN,
    billedStatus: row.yes('billed') ? 'billed' : 'not_billed',
    status: row.yes('cancelled') ? 'cancelled' : 'submitted',
  })
  expect(LIST_STATUS_LABELS[status]).toBe(row.text('list'))
  expect(PARENT_STATUS_LABELS[status]).toBe(row.text('parent detail'))
})

test.each(rulesTable('submissions.md', 'Edited since billed'))('$name', (row) => {
  const difference = editedSinceBilledCents({
    totalFeeCents: row.cents('fee now')[0] ?? Number.NaN,
    billedFeeCents: row.text('billed at') === 'not' ? null : (row.cents('billed at')[0] ?? Number.NaN),
  })
  expect(difference === null ? 'none' : formatUsdDifference(difference)).toBe(row.text('shown'))
})

test.each(rulesTable('submissions.md', 'Drop-in notes'))('$name', (row) => {
  const notes = row.text('additional notes')
  expect(dropInNotes(row.text('date'), notes === 'none' ? null : notes)).toBe(row.text('stored notes'))
})

test('blank additional notes add nothing to a drop-in request', () => {
  expect(dropInNotes('2025-11-20', '  ')).toBe('Day Drop-In Request for Thursday, November 20, 2025')
})

test('a submission without a month is a drop-in, titled by its date', () => {
  expect(SUBMISSION_TYPE_LABELS[submissionType(null)]).toBe('Day Drop-In')
  expect(SUBMISSION_TYPE_LABELS[submissionType('month-1')]).toBe('Month Registration')
  expect(submissionTitle({ month_name: 'October', year: 2025 }, null)).toBe('October 2025')
  expect(submissionTitle(null, '2025-11-20')).toBe('Day Drop-In - Nov 20, 2025')
  expect(submissionTitle(null, null)).toBe('Day Drop-In')
})

test('a registration by phone is agreed by phone until the family ticks the agreement itself', () => {
  const at = '2026-11-16T14:00:00Z'
  const sent = { entered_by: 'Rosa Medina', agreed_at: at, submitted_at: at }
  expect(isAgreedByPhone(sent)).toBe(true)
  expect(isAgreedByPhone({ ...sent, agreed_at: '2026-11-17T09:00:00Z' })).toBe(false)
  expect(isAgreedByPhone({ ...sent, entered_by: null })).toBe(false)
})
