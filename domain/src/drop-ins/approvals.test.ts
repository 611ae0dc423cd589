import { expect, it, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { SUBMISSION_STATUSES, type SubmissionStatus } from '../lib/enums'
import { checkFields, messagesOf } from '../lib/field-rules'
import { derivedStatus } from '../submissions/submissions'
import { readDropInApproval } from './approval-setting'
import {
  APPROVAL_LABELS,
  approvalState,
  DECISION_RULES,
  DECISIONS,
  decide,
  decisionError,
  isApproved,
  waitForApproval,
} from './approvals'

const TODAY = '2026-11-17'
const RESULTS = { approve: 'approved', decline: 'declined' } as const

test.each(rulesTable('submissions.md', 'Approving a drop-in'))('$name', (row) => {
  const status = row.text('status') as SubmissionStatus
  const day = row.text('drop-in')
  const at = { day, today: TODAY, isCancelled: row.yes('day cancelled') }
  for (const decision of DECISIONS)
    expect(decisionError(decision, { status }, at) ?? RESULTS[decision]).toBe(row.text(decision))
  const state = approvalState(status, day, TODAY)
  expect(state === null ? 'none' : APPROVAL_LABELS[state]).toBe(row.text('shown'))
})

const ANSWER = { decided_at: '2026-11-17T15:00:00.000Z', message: 'See you then' }

test.each(rulesTable('submissions.md', 'The fee of a request'))('$name', (row) => {
  const [fee = Number.NaN] = row.cents('requested at')
  const { approval, ...waiting } = waitForApproval(fee)
  expect(waiting).toEqual({ status: 'waiting', total_fee_cents: 0 })
  if (!approval) throw new Error('It has no approval')
  expect(approval).toMatchObject({ decided_at: null, message: null })
  for (const decision of DECISIONS)
    expect(decide(decision, approval, ANSWER)).toEqual({
      status: RESULTS[decision],
      total_fee_cents: row.cents(RESULTS[decision])[0],
      approval: { fee: fee / 100, ...ANSWER },
    })
})

it('has a status of its own while it waits and once it is declined, whatever was paid', () => {
  for (const paidCents of [0, 2500]) {
    const statusAs = (status: SubmissionStatus, totalFeeCents: number) =>
      derivedStatus({ status, totalFeeCents, paidCents, billedStatus: 'not_billed' })
    expect(statusAs('waiting', 0)).toBe('waiting')
    expect(statusAs('declined', 0)).toBe('declined')
    expect(statusAs('approved', 2500)).toBe(paidCents ? 'paid' : 'submitted')
  }
})

it('concerns only what needed approval', () => {
  const without = SUBMISSION_STATUSES.filter((status) => approvalState(status, TODAY, TODAY) === null)
  expect(without).toEqual(['submitted', 'pending', 'cancelled'])
})

it('is not approved while it waits and once it is declined; what needs no approval always is', () => {
  const approved = SUBMISSION_STATUSES.filter(isApproved)
  expect(approved).toEqual(['submitted', 'pending', 'approved', 'cancelled'])
})

it('is answered with up to 1,000 characters, of several lines, or with none', () => {
  const errorOf = (message: string) => messagesOf(checkFields({ message }, DECISION_RULES)).message
  for (const message of ['', 'See you then.\nBring a snack.', 'x'.repeat(1000)])
    expect(errorOf(message)).toBeUndefined()
  expect(errorOf('x'.repeat(1001))).toBe('Must be at most 1000 characters')
})

it('is off unless it was switched on', () => {
  for (const stored of [undefined, null, {}, { required: 'yes' }, { required: false }])
    expect(readDropInApproval(stored)).toEqual({ required: false })
  expect(readDropInApproval({ required: true })).toEqual({ required: true })
})
