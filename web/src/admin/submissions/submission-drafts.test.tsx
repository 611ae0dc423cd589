import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { useSubmissionEdit } from '../../parent/submissions/use-submission-edit'
import { AMARA, DECEMBER, SUBMISSION } from '../../testing/parent-server'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { SubmissionForm } from './submission-form'
import type { AdminSubmission } from './submissions.api'

beforeAll(() => import('../../ui/overlays/dialogs.lazy'))

let sent: unknown[] = []
/** The family adds a day before the first save arrives. */
withStaff((url, init) => {
  if (url.pathname !== '/api/admin/submissions/s1' || init?.method !== 'PATCH') return undefined
  sent.push(JSON.parse(String(init.body)))
  const message =
    'The price has changed meanwhile. The new total is $60.00. Please check it and submit again.'
  const error =
    sent.length === 1
      ? { code: 'stale-version', stored: { ...submission, total_fee: 60, version: 2 } }
      : { code: 'price-changed', message }
  return Response.json({ error }, { status: 409 })
})

const submission = {
  ...SUBMISSION,
  parent: null,
  child: AMARA,
  month: DECEMBER,
  derived_status: 'submitted',
  billed_fee: null,
  cancelled_days: [],
  guest_child_notes: 'Brings a book',
  payments: [],
} as unknown as AdminSubmission

/** The same submission, open in both portals by an admin who is a parent too. */
function BothPortals() {
  const edit = useSubmissionEdit(SUBMISSION as Parameters<typeof useSubmissionEdit>[0])
  return (
    <>
      <button type="button" onClick={() => edit.change({ days: [2, 3, 4] })}>
        Choose December 4
      </button>
      <output aria-label="The parent chose">{edit.days.join()}</output>
      <SubmissionForm submission={submission} onClose={() => undefined} />
    </>
  )
}

it("has a draft of its own, apart from the parent's", async () => {
  const user = renderAdminPage('/admin/submissions?id=s1', <BothPortals />)
  const save = await screen.findByRole('button', { name: 'Save Changes' })
  await user.click(screen.getByText('Choose December 4'))
  expect(screen.getByLabelText('The parent chose').textContent).toBe('2,3,4')
  expect(save).toHaveProperty('disabled', true)
  await user.type(screen.getByLabelText('Notes'), ' every day')
  expect(save).toHaveProperty('disabled', false)
  expect(screen.getByLabelText('The parent chose').textContent).toBe('2,3,4')
})

it('marks a submission billed only at the fee that staff saw', async () => {
  sent = []
  const user = renderAdminPage('/admin/submissions?id=s1', <BothPortals />)
  await user.click(await screen.findByRole('button', { name: 'Billed' }))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText(/The new total is \$60\.00/)
  await waitFor(() =>
    expect(sent).toEqual([
      { billed_status: 'billed', fee: 40, version: 1 },
      { billed_status: 'billed', fee: 40, version: 2 },
    ]),
  )
})
