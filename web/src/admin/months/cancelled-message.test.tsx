import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { DECEMBER } from '../../testing/parent-server'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { expectToast } from '../../testing/toasts'
import MonthsPage from './months-page'

beforeAll(() => import('../../ui/overlays/dialogs.lazy'))

/** Today is in November 2026. On December 4 and 7 children are booked, on the 8th nobody is. */
const december = { ...DECEMBER, year: 2026, submission_count: 3, day_types: {} as Record<string, string> }
const COUNTS = { 4: 33, 7: 1 }
const SUBJECT = 'Aftercare is cancelled on Friday, December 4'
const TEXT = 'There is no aftercare on Friday, December 4. Please make other plans for that day.'

let stored: typeof december
let sent: Record<string, unknown>[]
let asked: string[]
let families: {
  families: number
  unreachable: string[]
  held: string[]
  left_today: number
  waiting?: number
}
let answer: () => Response

beforeEach(() => {
  sessionStorage.clear()
  stored = { ...december }
  sent = []
  asked = []
  families = { families: 19, unreachable: [], held: [], left_today: 20 }
  answer = () => {
    stored = { ...stored, day_types: { 4: 'unavailable' }, cancelled_days: [4] as never[], version: 2 }
    return Response.json({ ...stored, families: 18 })
  }
})

withStaff((url, init) => {
  if (url.pathname === '/api/admin/family-messages') {
    asked.push(url.search)
    return Response.json({ earlier: [], ...families })
  }
  const path = url.pathname.replace('/api/admin/months', '')
  if (path === url.pathname) return undefined
  if (init?.method && init.method !== 'GET') {
    sent.push(JSON.parse(String(init.body)))
    return answer()
  }
  if (path === '') return Response.json({ rows: [stored] })
  if (path === '/m1/registrations') return Response.json({ counts: COUNTS, taken: COUNTS })
  const day = Number(/^\/m1\/days\/(\d+)\/fees$/.exec(path)?.[1])
  if (day) return Response.json({ day, children: 2, families: 19, fees: 90, credits: 0 })
  return Response.json({ rows: [], total: 0, registered: 0, drop_ins: 0, waiting: 0 })
})

const show = () => renderAdminPage('/admin/months?month=m1', <MonthsPage />)
const dec = (n: number) =>
  waitFor(() => {
    const day = document.querySelector<HTMLElement>(`[data-day="${n}"]`)
    if (!day) throw new Error(`December ${n} is not shown`)
    return day
  })
const press = async (name: string, inside: HTMLElement = document.body) => {
  const button = await within(inside).findByRole('button', { name })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  fireEvent.click(button)
}
const cancelBySaving = async (...days: number[]) => {
  const user = show()
  fireEvent.click(await screen.findByRole('radio', { name: /Unavailable/ }))
  for (const n of days) fireEvent.click(await dec(n))
  await press('Save')
  return { user, dialog: await screen.findByRole('dialog', { name: 'Save December 2026?' }) }
}
const box = (dialog: HTMLElement, name = 'Write to the 19 families') =>
  within(dialog).findByRole('checkbox', { name })

it('offers to write to the families, ticked, with the message proposed, and sends it with the save', async () => {
  const { user, dialog } = await cancelBySaving(4)
  expect(await box(dialog)).toHaveProperty('checked', true)
  expect(within(dialog).queryByText(/No email is sent/)).toBeNull()
  expect(within(dialog).getByLabelText(/Subject/)).toHaveProperty('value', SUBJECT)
  const text = within(dialog).getByLabelText(/Text/)
  expect(text).toHaveProperty('value', TEXT)
  await user.clear(text)
  await press('Save', dialog)
  expect(await within(dialog).findByText('Please write a message')).toBeDefined()
  expect(sent).toEqual([])
  await user.type(text, 'Snow.')
  await user.dblClick(within(dialog).getByRole('button', { name: 'Save' }))
  await expectToast(
    'December 2026 saved and synced',
    'Sent to 18 families. Check delivery under Settings > Email Templates > Sent Mail.',
  )
  expect(sent).toMatchObject([{ fees: 'credit', message: { subject: SUBJECT, text: 'Snow.' } }])
})

it('sends no mail unticked', async () => {
  const { user, dialog } = await cancelBySaving(4)
  await user.click(await box(dialog))
  expect(within(dialog).getByText('No email is sent.')).toBeDefined()
  expect(within(dialog).queryByLabelText(/Subject/)).toBeNull()
  await press('Save', dialog)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).not.toHaveProperty('message')
})

it.each([
  [
    1,
    '1 drop-in request is still waiting. Cancelling declines it, and the family gets an email.',
    '1 drop-in request is still waiting. Decline it on the dashboard: then the family gets an email.',
  ],
  [
    2,
    '2 drop-in requests are still waiting. Cancelling declines them, and the families get an email.',
    '2 drop-in requests are still waiting. Decline them on the dashboard: then the families get an email.',
  ],
])('says what becomes of %i request that waits', async (waiting, declined, waitsOn) => {
  families = { ...families, waiting }
  const { user, dialog } = await cancelBySaving(4)
  expect(await within(dialog).findByText(declined)).toBeDefined()
  await user.click(await box(dialog))
  expect(within(dialog).getByText('No email is sent.')).toBeDefined()
  expect(within(dialog).getByText(waitsOn)).toBeDefined()
})

it('keeps the words where the save is refused, and discards them on Cancel', async () => {
  answer = () =>
    Response.json(
      { error: { code: 'version_conflict', message: 'This was changed in the meantime.' } },
      { status: 409 },
    )
  const { user, dialog } = await cancelBySaving(4)
  await user.type(await within(dialog).findByLabelText(/Text/), ' The heating has failed.')
  await press('Save', dialog)
  await expectToast('Error', 'This was changed in the meantime.')
  await press('Save')
  const again = await screen.findByRole('dialog', { name: 'Save December 2026?' })
  expect(await within(again).findByLabelText(/Text/)).toHaveProperty(
    'value',
    `${TEXT} The heating has failed.`,
  )
  await press('Cancel', again)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Save')
  const anew = await screen.findByRole('dialog', { name: 'Save December 2026?' })
  expect(await within(anew).findByLabelText(/Text/)).toHaveProperty('value', TEXT)
})

it('carries neither words nor the untick of one day over to another', async () => {
  answer = () => Response.json({ error: { code: 'x', message: 'Not now.' } }, { status: 409 })
  const user = show()
  const ask = async (n: number, day: string) => {
    await user.click(await dec(n))
    await press('Cancel this day…', await screen.findByRole('dialog', { name: day }))
    return screen.findByRole('dialog', { name: `Cancel ${day}?` })
  }
  const friday = await ask(4, 'Friday, December 4')
  await user.type(await within(friday).findByLabelText(/Text/), ' The heating has failed.')
  await user.click(await box(friday))
  await press('Cancel this day', friday)
  await expectToast('Error', 'Not now.')
  const monday = await ask(7, 'Monday, December 7')
  expect(await box(monday)).toHaveProperty('checked', true)
  expect(within(monday).getByLabelText(/Text/)).toHaveProperty(
    'value',
    TEXT.replace('Friday, December 4', 'Monday, December 7'),
  )
})

it('is one message about several days', async () => {
  const { dialog } = await cancelBySaving(4, 7, 8)
  await box(dialog)
  expect(asked.at(-1)).toBe('?date=2026-12-04&also=2026-12-07')
  expect(within(dialog).getByLabelText(/Subject/)).toHaveProperty(
    'value',
    'Aftercare is cancelled on Friday, December 4 and Monday, December 7',
  )
})

it('cannot be sent once 20 were, and says whom nothing reaches', async () => {
  families = { families: 1, unreachable: ['Ida Stone'], held: [], left_today: 0 }
  const { dialog } = await cancelBySaving(4)
  const tick = await box(dialog, 'Write to the family')
  expect(tick).toMatchObject({ disabled: true, checked: false })
  expect(within(dialog).getByText(/already been emailed 20 times today/)).toBeDefined()
  expect(within(dialog).getByText(/not reached:.*Ida Stone/)).toBeDefined()
  await press('Save', dialog)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).not.toHaveProperty('message')
})

it('cancels one day from its dialog, and saves nothing else', async () => {
  const user = show()
  fireEvent.click(await screen.findByRole('button', { name: 'Close December 10 to new submissions' }))
  await user.click(await dec(4))
  const day = await screen.findByRole('dialog', { name: 'Friday, December 4' })
  await press('Cancel this day…', day)
  let dialog = await screen.findByRole('dialog', { name: 'Cancel Friday, December 4?' })
  expect(await box(dialog)).toHaveProperty('checked', true)
  await press('Keep this day', dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([])

  await user.click(await dec(4))
  await press('Cancel this day…', await screen.findByRole('dialog', { name: 'Friday, December 4' }))
  dialog = await screen.findByRole('dialog', { name: 'Cancel Friday, December 4?' })
  await box(dialog)
  await user.dblClick(within(dialog).getByRole('button', { name: 'Cancel this day' }))
  await expectToast(
    'December 2026 saved and synced',
    'Sent to 18 families. Check delivery under Settings > Email Templates > Sent Mail.',
  )
  expect(sent).toMatchObject([
    { fees: 'credit', message: { subject: SUBJECT, text: TEXT }, closed_days: [], version: 1 },
  ])
  expect(Reflect.get(sent[0]?.day_types as object, '4')).toBe('unavailable')
  expect(screen.getByText('Unsaved changes')).toBeDefined()
})

it.each([
  [8, 'nobody is booked', {}],
  [4, 'it is cancelled already', { day_types: { 4: 'unavailable' }, cancelled_days: [4] as never[] }],
  [7, 'there is no aftercare', { day_types: { 7: 'no_school' } }],
])('cannot be asked for December %i, on which %s', async (n, _, changes) => {
  stored = { ...stored, ...changes }
  const user = show()
  await user.click(await dec(n))
  const day = await screen.findByRole('dialog', { name: new RegExp(`December ${n}$`) })
  await within(day).findByText('0 children registered')
  expect(within(day).queryByRole('button', { name: 'Cancel this day…' })).toBeNull()
})
