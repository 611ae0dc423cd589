import { cleanup, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderAdminPage, withStaff } from '../../testing/staff'
import DropInsPage from './drop-ins-page'

const DROP_IN = {
  id: 'd1',
  parent_id: null,
  dropin_date: '2026-11-18',
  child_name: 'Otis Whitfield',
  parent_name: 'Grace Whitfield',
  parent_email: 'grace@example.com',
  phone: null,
  allergies: '',
  guest_child_notes: null,
  dismissal_type: null,
  total_fee: 25,
  day_prices: null,
  status: 'pending',
  approval: null,
  submitted_at: '2026-11-16T14:00:00.000Z',
  language: 'en',
}

let rows: object[]
let withdrawn: object[]
let deletions: unknown[]
let answers: unknown[]
let failure: object | null
beforeEach(() => {
  rows = []
  withdrawn = []
  deletions = []
  answers = []
  failure = null
})

withStaff(({ pathname }, init) => {
  if (init?.method === 'DELETE') {
    deletions.push(JSON.parse(String(init.body)))
    return failure ? Response.json({ error: failure }, { status: 409 }) : Response.json({ id: 'd1' })
  }
  if (init?.method === 'POST') {
    answers.push([pathname, JSON.parse(String(init.body))])
    return failure ? Response.json({ error: failure }, { status: 409 }) : Response.json({ id: 'd1' })
  }
  return pathname === '/api/admin/drop-ins'
    ? Response.json({
        rows,
        total: rows.length,
        page: 1,
        size: 25,
        similar: 0,
        count: 3,
        revenue: 75,
        withdrawn,
      })
    : undefined
})

it('has the table before the summary cards', async () => {
  renderAdminPage('/admin/drop-ins', <DropInsPage />)
  const heading = await screen.findByRole('heading', { name: 'Recent Drop-Ins (3)' })
  const table = await screen.findByText('No drop-ins recorded yet')
  for (const label of ['Total Drop-Ins', 'Total Revenue', 'Drop-In Revenue']) {
    const card = screen.getByText(label)
    for (const before of [heading, table])
      expect(before.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  }
})

it('asks whether to tell the family, ticked, with a sentence; an error loses nothing of it', async () => {
  rows = [DROP_IN]
  const user = renderAdminPage('/admin/drop-ins', <DropInsPage />)
  await user.click(await screen.findByRole('button', { name: 'Delete drop-in for Otis Whitfield' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this drop-in?' }))
  const tell = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Tell the family' })
  expect(tell.checked).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: /^Your message/ }), 'We are full.')
  failure = { code: 'attended', message: 'Otis Whitfield was here.' }
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Otis Whitfield was here.')
  failure = null
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Drop-in deleted successfully')
  expect(deletions).toEqual(Array(2).fill({ tell_family: true, message: 'We are full.' }))
})

it('tells nobody where it is unticked, and is ticked again for the next one', async () => {
  rows = [DROP_IN]
  const user = renderAdminPage('/admin/drop-ins', <DropInsPage />)
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Delete drop-in for Otis Whitfield' }))
    return within(await screen.findByRole('dialog', { name: 'Delete this drop-in?' }))
  }
  const dialog = await open()
  await user.type(dialog.getByRole('textbox', { name: /^Your message/ }), 'Sorry')
  const tell = dialog.getByRole('checkbox', { name: 'Tell the family' })
  await user.click(tell)
  expect(dialog.queryByRole('textbox')).toBeNull()
  await user.click(tell)
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Sorry')
  await user.click(tell)
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Drop-in deleted successfully')
  expect(deletions).toEqual([{ tell_family: false, message: '' }])
  expect((await open()).getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
})

it('does not offer to tell the family of a declined one, which knows', async () => {
  const approval = { fee: 25, decided_at: '2026-11-16T15:00:00.000Z', message: null }
  rows = [{ ...DROP_IN, status: 'declined', total_fee: 0, approval }]
  const user = renderAdminPage('/admin/drop-ins', <DropInsPage />)
  await user.click(await screen.findByRole('button', { name: 'Delete drop-in for Otis Whitfield' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this drop-in?' }))
  expect(dialog.queryByRole('checkbox')).toBeNull()
  dialog.getByText('The family was told that it was declined.')
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Drop-in deleted successfully')
  expect(deletions).toEqual([{ tell_family: false, message: '' }])
})

it('lists who withdrew what below the table', async () => {
  withdrawn = [
    {
      id: 'd2',
      dropin_date: '2026-11-19',
      child_name: 'Amara Okafor',
      parent_name: 'Dana Okafor',
      withdrawn_by: 'Ana Okafor',
      withdrawn_at: '2026-11-18T20:12:00.000Z',
    },
  ]
  renderAdminPage('/admin/drop-ins', <DropInsPage />)
  const section = within(await screen.findByRole('region', { name: 'Withdrawn (1)' }))
  section.getByText('Amara Okafor')
  section.getByText('Withdrawn by Ana Okafor, Nov 18, 2026, 3:12 PM')
  cleanup()
  renderAdminPage('/admin/drop-ins?search=amara', <DropInsPage />)
  await screen.findByRole('region', { name: 'Withdrawn (1)' })
  cleanup()
  renderAdminPage('/admin/drop-ins?search=otis', <DropInsPage />)
  await screen.findByText('No drop-ins match this search')
  expect(screen.queryByRole('region', { name: /^Withdrawn/ })).toBeNull()
})

it('asks before a drop-in that was begun is lost, but not for a blank', async () => {
  const user = renderAdminPage('/admin/drop-ins', <DropInsPage />)
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await user.click(await screen.findByRole('button', { name: 'Add Drop-In' }))
  const notes = within(await screen.findByRole('dialog')).getByLabelText(/^Special notes/i)
  await user.type(notes, ' ')
  expect(isAsked()).toBe(false)
  await user.type(notes, 'Naps')
  expect(isAsked()).toBe(true)
})

const APPROVAL = { fee: 25, decided_at: null, message: null }
const WAITING = { ...DROP_IN, status: 'waiting', total_fee: 0, approval: APPROVAL }

it('answers a request that waits, with a sentence, which an error does not lose', async () => {
  rows = [{ ...WAITING, dropin_date: '2099-11-18' }]
  const user = renderAdminPage('/admin/drop-ins', <DropInsPage />)
  const approve = await screen.findByRole('button', { name: 'Approve drop-in for Otis Whitfield' })
  const row = approve.closest('tr') ?? document.body
  expect(row.textContent).toContain('Waiting')
  expect(row.textContent).toContain('$0.00$25.00 once approved')
  await user.click(approve)
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve this drop-in?' }))
  await user.type(dialog.getByRole('textbox', { name: /^Your message/ }), 'See you then.')
  failure = { code: 'not-waiting', message: "This drop-in isn't waiting for approval." }
  await user.click(dialog.getByRole('button', { name: 'Approve' }))
  await screen.findByText("This drop-in isn't waiting for approval.")
  failure = null
  await user.click(dialog.getByRole('button', { name: 'Approve' }))
  await screen.findByText('Drop-in approved')
  expect(answers).toEqual(Array(2).fill(['/api/admin/drop-ins/d1/approve', { message: 'See you then.' }]))
})

it('says why a request for a cancelled day can only be declined, and shows no fee', async () => {
  rows = [{ ...WAITING, dropin_date: '2099-11-18', is_day_cancelled: true }]
  renderAdminPage('/admin/drop-ins', <DropInsPage />)
  const decline = await screen.findByRole('button', { name: 'Decline drop-in for Otis Whitfield' })
  const row = decline.closest('tr') ?? document.body
  expect(row.textContent).toContain('Aftercare is cancelled')
  expect(row.textContent).not.toContain('once approved')
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
})

it('only declines a request whose day is over, and offers no answer to any other', async () => {
  rows = [
    { ...WAITING, dropin_date: '2020-11-18' },
    { ...WAITING, id: 'd2', child_name: 'Ana Roe', status: 'declined' },
    { ...DROP_IN, id: 'd3', child_name: 'Ben Roe' },
  ]
  const user = renderAdminPage('/admin/drop-ins', <DropInsPage />)
  await user.click(await screen.findByRole('button', { name: 'Decline drop-in for Otis Whitfield' }))
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
  expect(screen.getAllByRole('button', { name: /^Decline drop-in/, hidden: true })).toHaveLength(1)
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline this drop-in?' }))
  await user.click(dialog.getByRole('button', { name: 'Decline' }))
  await screen.findByText('Drop-in declined')
  expect(answers).toEqual([['/api/admin/drop-ins/d1/decline', { message: '' }]])
  expect(document.body.textContent).toContain('Not answered')
  expect(document.body.textContent).not.toContain('once approved')
})
