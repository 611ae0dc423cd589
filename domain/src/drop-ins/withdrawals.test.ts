import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import type { SubmissionStatus } from '../lib/enums'
import { withdrawalError } from './withdrawals'

test.each(rulesTable('submissions.md', 'Withdrawing and deleting a drop-in'))('$name', (row) => {
  const date = row.text('drop-in')
  const dropIn = {
    dropin_date: date === 'none' ? null : date,
    dismissal_type: row.yes('entered by staff') ? ('regular' as const) : null,
    billed_status: row.yes('billed') ? ('billed' as const) : ('not_billed' as const),
    status: row.text('status') as SubmissionStatus,
  }
  expect(withdrawalError(dropIn, '2026-11-17') ?? 'withdrawn').toBe(row.text('result'))
})
