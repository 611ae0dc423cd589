import { screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { Link } from '../router/router'
import { AMARA, DECEMBER, SUBMISSION } from '../testing/parent-server'
import { renderAdminPage, withStaff } from '../testing/staff'
import { InviteAdminDialog } from './admins/invite-admin-dialog'
import { CorrectDialog } from './board/correct-dialog'
import { PickUpDialog } from './board/pick-up-dialog'
import type { ShownCard } from './board/use-board-marks'
import DropInsPage from './drop-ins/drop-ins-page'
import { WriteToFamilies } from './family-messages/write-to-families'
import type { ParentDetail, Payment } from './parents/parents.api'
import { RecordPaymentDialog } from './parents/record-payment-dialog'
import { ReversePaymentDialog } from './parents/reverse-payment-dialog'
import { SubmissionDrawer } from './submissions/submission-drawer'

// Dialogs are loaded lazily: imported once up front, because that can take long on a busy machine.
beforeAll(async () => {
  await import('../ui/overlays/dialogs.lazy')
  await import('./family-messages/family-message-dialog')
})

const DAY = '2026-11-17'
const FAMILIES = {
  date: DAY,
  families: 3,
  unreachable: [],
  held: [],
  left_today: 9,
  cancel_error: 'past',
  earlier: [],
}

const ASKED = {
  ...SUBMISSION,
  parent: null,
  child: AMARA,
  month: DECEMBER,
  derived_status: 'submitted',
  billed_fee: null,
  cancelled_days: [],
  paid_amount: 0,
  guest_child_notes: null,
  payments: [],
  cancel_request: {
    text: 'We are moving',
    asked_at: '2026-11-16T14:00:00.000Z',
    answer: null,
    answered_at: null,
  },
}

withStaff(({ pathname }) => {
  if (pathname.endsWith('/drop-ins'))
    return Response.json({ rows: [], total: 0, page: 1, size: 25, count: 0, revenue: 0 })
  if (pathname.endsWith('/preview')) return new Response(null, { status: 503 })
  if (pathname.endsWith('/family-messages')) return Response.json(FAMILIES)
  if (pathname.endsWith('/submissions/s1')) return Response.json(ASKED)
  if (pathname.endsWith('/submissions')) return Response.json({ rows: [], total: 0, page: 1, size: 100 })
})

const show = (url: string, page: ReactNode) =>
  renderAdminPage(
    url,
    <>
      {page}
      <Link to="/admin/months">Elsewhere</Link>
    </>,
  )

/** The link is behind the dialog: clicking it also covers Back, which asks the same. */
const leave = () => screen.getByText('Elsewhere').click()

it('asks before leaving an unsaved drop-in, and keeps it when staff stay', async () => {
  const user = show('/admin/drop-ins', <DropInsPage />)
  await user.click(screen.getByRole('button', { name: 'Add Drop-In' }))
  await user.type(await screen.findByLabelText(/Child Name/), 'Otis')
  leave()
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(window.location.pathname).toBe('/admin/drop-ins')
  expect(screen.getByLabelText(/Child Name/)).toHaveProperty('value', 'Otis')
  await user.clear(screen.getByLabelText(/Child Name/))
  leave()
  await waitFor(() => expect(window.location.pathname).toBe('/admin/months'))
})

it('asks before leaving an unsaved payment', async () => {
  const parent = { id: 'p1', full_name: 'Dana Okafor', email: 'd@example.com', totals: { balance: 40 } }
  const dialog = <RecordPaymentDialog parent={parent as ParentDetail} open onOpenChange={() => undefined} />
  const user = show('/admin/parent-users/p1', dialog)
  await user.type(await screen.findByLabelText(/Amount/), '40')
  leave()
  await screen.findByText("This payment hasn't been recorded and will be lost.")
  await user.click(screen.getByRole('button', { name: 'Stay' }))
  expect(screen.getByLabelText(/Amount/)).toHaveProperty('value', '40')
})

it('asks before leaving an unsent message to families, even with the dialog closed', async () => {
  const user = show('/admin/day-reports/board', <WriteToFamilies date={DAY} />)
  await user.click(screen.getByRole('button', { name: 'Write to these families' }))
  await user.type(await screen.findByLabelText(/Subject/), 'Snow')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByLabelText(/Subject/)).toBeNull())
  leave()
  await screen.findByText("Your message hasn't been sent and will be lost.")
  await user.click(screen.getByRole('button', { name: 'Leave without saving' }))
  await waitFor(() => expect(window.location.pathname).toBe('/admin/months'))
})

const nothing = () => undefined
const CARD = {
  submission_id: 's1',
  child_name: 'Amara',
  adults: [],
  second_adults: [],
  pickup_people: [],
  must_not_pick_up: [],
  mark: { arrived_at: '2026-11-16T20:00:00.000Z', left_at: '2026-11-16T21:00:00.000Z', picked_up_by: 'Dana' },
} as unknown as ShownCard
const PARENT = {
  id: 'p1',
  full_name: 'Dana',
  email: 'd@example.com',
  totals: { balance: 40 },
} as ParentDetail
const PAYMENT = { id: 'pay1', amount: 40, left_amount: 40, payment_date: '2026-11-01' } as Payment

it.each<[string, RegExp, (onClose: () => void) => ReactNode]>([
  ['an invitation of an admin', /^Full Name/, (onClose) => <InviteAdminDialog open onOpenChange={onClose} />],
  ['a payment', /^Amount/, (onClose) => <RecordPaymentDialog parent={PARENT} open onOpenChange={onClose} />],
  ['a reversal', /^Reason/, (onClose) => <ReversePaymentDialog payment={PAYMENT} onClose={onClose} />],
  [
    'corrected times',
    /^Picked up by/,
    (onClose) => <CorrectDialog card={CARD} day="2026-11-16" onClose={onClose} onSave={() => null} />,
  ],
  [
    'the name of whoever picks up',
    /^Another name/,
    (onClose) => <PickUpDialog card={CARD} cards={[CARD]} onClose={onClose} onChoose={nothing} />,
  ],
])('Escape, the cross and leaving ask about %s', async (_, label, dialogOf) => {
  let isClosed = false
  const user = show(
    '/admin/somewhere',
    dialogOf(() => {
      isClosed = true
    }),
  )
  const input = await screen.findByLabelText(label)
  await user.type(input, '7')
  const typed = (input as HTMLInputElement).value
  const isAsked = async (title: string) => {
    const question = await screen.findByRole('alertdialog', { name: title })
    await user.click(within(question).getByRole('button', { name: /^(Stay|Keep editing)$/ }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  await user.keyboard('{Escape}')
  await isAsked('Close without saving?')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await isAsked('Close without saving?')
  leave()
  await isAsked('Leave without saving?')
  expect(isClosed).toBe(false)
  expect(screen.getByLabelText(label)).toHaveProperty('value', typed)
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Close without saving' }))
  expect(isClosed).toBe(true)
})

it('asks before another row or Escape drops an answer to a request to cancel', async () => {
  const user = renderAdminPage(
    '/admin/submissions?id=s1',
    <>
      <SubmissionDrawer id="s1" onClose={nothing} />
      <Link to="/admin/submissions?id=s2">Another row</Link>
      <Link to="/admin/submissions?id=s1&page=2">The same row</Link>
    </>,
  )
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  await user.type(screen.getByLabelText(/^Answer to the family/), 'The month has begun')
  screen.getByText('The same row').click()
  await waitFor(() => expect(window.location.search).toBe('?id=s1&page=2'))
  screen.getByText('Another row').click()
  await screen.findByText("Your answer hasn't been sent and will be lost.")
  await user.click(screen.getByRole('button', { name: 'Stay' }))
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(window.location.search).toBe('?id=s1&page=2')
  expect(screen.getByLabelText(/^Answer to the family/)).toHaveProperty('value', 'The month has begun')
})
