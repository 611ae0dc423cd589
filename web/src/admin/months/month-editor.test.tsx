import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DECEMBER } from '../../testing/parent-server'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { expectToast } from '../../testing/toasts'
import { dayName } from '../../ui/month-calendar/testing'
import MonthsPage from './months-page'

beforeAll(() => import('../../ui/overlays/dialogs.lazy'))

const december = {
  ...DECEMBER,
  year: 2026,
  submission_count: 3,
  seats: null as number | null,
  day_types: {} as Record<string, string>,
}

/** Each of these days is booked; a family has several of them. */
const FEES: Record<number, { families: number; fees: number; credits: number }> = {
  3: { families: 2, fees: 0, credits: 45 },
  4: { families: 3, fees: 90, credits: 0 },
  14: { families: 1, fees: 20.5, credits: 0 },
}
const NOBODY = { rows: [], total: 0, registered: 0, drop_ins: 0, waiting: 0 }
const COUNTS = { 3: 2, 4: 33, 9: 1, 14: 1 }

let stored: typeof december
let sent: { path: string; body: object }[]
let answer: () => Response | Promise<Response>
let failing: string[]
let counts: Promise<Response> | undefined
let ofDay: object

const offline = () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => {
  sessionStorage.clear()
  stored = { ...december }
  sent = []
  failing = []
  counts = undefined
  ofDay = NOBODY
})

withStaff((url, init) => {
  if (url.pathname === '/api/admin/family-messages')
    return Response.json({ families: 3, unreachable: [], held: [], left_today: 20, earlier: [] })
  const path = url.pathname.replace('/api/admin/months', '')
  if (path === url.pathname) return undefined
  if (failing.some((part) => path.includes(part)))
    return Response.json({ error: { code: 'internal', message: 'Something failed.' } }, { status: 500 })
  if (init?.method && init.method !== 'GET') {
    sent.push({ path, body: JSON.parse(String(init.body)) })
    return answer()
  }
  if (path === '') return Response.json({ rows: [stored] })
  if (path === '/m1/registrations') return counts ?? Response.json({ counts: COUNTS, taken: COUNTS })
  const day = Number(/^\/m1\/days\/(\d+)\/fees$/.exec(path)?.[1])
  if (day) return Response.json({ day, children: 2, ...FEES[day] })
  return Response.json(ofDay)
})

const show = () => renderAdminPage('/admin/months?month=m1', <MonthsPage />)
/** Not by role: that is slow among so many buttons. */
const dec = (n: number) =>
  waitFor(() => {
    const day = document.querySelector<HTMLElement>(`[data-day="${n}"]`)
    if (!day) throw new Error(`December ${n} is not shown`)
    return day
  })
const nameOf = async (n: number) => dayName(await dec(n))
const chosen = () => screen.queryByRole('radio', { checked: true })?.closest('label')?.textContent ?? null
const press = async (name: string, within_: HTMLElement = document.body) => {
  const button = await within(within_).findByRole('button', { name })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  fireEvent.click(button)
}

const saved = (changes: Partial<typeof december>) => () => {
  stored = { ...stored, ...changes, version: stored.version + 1 }
  return Response.json(stored)
}
const conflict = () =>
  Response.json(
    { error: { code: 'version_conflict', message: 'This was changed in the meantime.' } },
    { status: 409 },
  )

it('opens the days of a published month until a type is chosen, then paints them', async () => {
  const user = show()
  expect(
    await screen.findByText(/^Click a day to see who is coming, or choose a type to change days\./),
  ).toBeDefined()
  expect(chosen()).toBeNull()
  expect((await dec(4)).getAttribute('aria-haspopup')).toBe('dialog')
  await user.click(await dec(4))
  expect(await screen.findByRole('dialog', { name: 'Friday, December 4' })).toBeDefined()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // A drag paints nothing either.
  fireEvent.pointerDown(await dec(8), { button: 0, pointerType: 'mouse' })
  fireEvent.pointerOver(await dec(9), { buttons: 1, pointerType: 'mouse' })
  expect(screen.queryByText('Unsaved changes')).toBeNull()

  await user.click(screen.getByRole('radio', { name: /Noon Dismissal/ }))
  await user.click(await dec(4))
  expect(await nameOf(4)).toContain('Noon Dismissal')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('lists who is coming on a day: registered children, drop-ins and those that wait, each as what it is', async () => {
  const none = {
    allergies: 'None',
    has_allergies: false,
    is_guest: false,
    is_drop_in: false,
    is_waiting: false,
  }
  const amara = { ...none, submission_id: 's1', child_name: 'Amara' }
  const otis = { ...none, submission_id: 's2', child_name: 'Otis', is_drop_in: true }
  const sesame = { ...otis, is_guest: true, allergies: 'Sesame', has_allergies: true }
  const wren = { ...otis, submission_id: 's3', child_name: 'Wren', is_waiting: true }
  ofDay = { rows: [amara, sesame, wren], total: 3, registered: 1, drop_ins: 1, waiting: 1 }
  const user = show()
  await user.click(await dec(4))
  let day = await screen.findByRole('dialog', { name: 'Friday, December 4' })
  await within(day).findByText('1 child registered, 1 drop-in, 1 drop-in waiting')
  expect(
    within(day)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Amara', 'OtisDrop-InGuestAllergies: Sesame', 'WrenDrop-InWaiting'])
  await user.keyboard('{Escape}')
  ofDay = { rows: [otis], total: 1, registered: 0, drop_ins: 1, waiting: 0 }
  await user.click(await dec(7))
  day = await screen.findByRole('dialog', { name: 'Monday, December 7' })
  expect(await within(day).findByText('1 drop-in')).toBeDefined()
  expect(within(day).queryByText(/registered/)).toBeNull()
})

it('paints the days of a draft at once', async () => {
  stored = { ...december, is_active: false }
  const user = show()
  await user.click(await dec(10))
  expect(await nameOf(10)).toContain('Noon Dismissal')
})

it('chooses types by key only once a day had the focus, and says so', async () => {
  const user = show()
  expect(
    await screen.findByText('Keys 1 to 5 choose the type once you have clicked or tabbed to a day.'),
  ).toBeDefined()
  const lock = screen.getByRole('button', { name: 'Close December 10 to new submissions' })
  lock.focus()
  await user.keyboard('3')
  expect(chosen()).toBeNull()
  ;(await dec(10)).focus()
  lock.focus()
  await user.keyboard('3')
  expect(chosen()).toContain('2:30 Dismissal')
  await user.click(screen.getByLabelText('Seats per day'))
  await user.keyboard('1')
  expect(chosen()).toContain('2:30 Dismissal')
})

it('shows seats that are no number as an error, which saving does not take for no limit', async () => {
  answer = saved({})
  stored.seats = 35
  show()
  const seats = await screen.findByLabelText('Seats per day')
  expect((await dec(4)).textContent).toContain('33/35')
  Object.defineProperty(seats, 'validity', { configurable: true, value: { badInput: true } })
  fireEvent.input(seats, { target: { value: '' } })
  await screen.findByText('Please enter a whole number from 1 to 500')
  expect(seats).toHaveProperty('value', '')
  expect((await dec(4)).textContent).toContain('33/35')
  expect(screen.queryByText(/^More children than seats/)).toBeNull()
  await press('Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toMatchObject([{ body: { seats: 0 } }])
})

const retype = async (type: RegExp, ...days: number[]) => {
  fireEvent.click(await screen.findByRole('radio', { name: type }))
  for (const n of days) fireEvent.click(await dec(n))
}
const question = () => screen.findByRole('dialog', { name: 'Save December 2026?' })
const linesOf = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('listitem')
    .map((item) => [...item.children].map((line) => line.textContent))

it('names each booked day whose type changes and asks about the fees; Cancel sends nothing', async () => {
  answer = saved({ day_types: { 4: 'unavailable', 9: 'noon' }, special_days: [] })
  const user = show()
  await retype(/Noon Dismissal/, 9, 10)
  await retype(/Unavailable/, 4)
  await press('Save')
  let dialog = await question()
  const credit = await within(dialog).findByRole('radio', { name: 'Credit the day to each family' })
  expect(credit).toHaveProperty('checked', true)
  expect(within(dialog).getByText('3 families, $90.00')).toBeDefined()
  expect(linesOf(dialog)).toEqual([
    ['Friday 4: Regular to Unavailable, 33 children'],
    ['Wednesday 9: Regular to Noon, 1 child'],
  ])
  await press('Cancel', dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([])
  expect(screen.getByText('Unsaved changes')).toBeDefined()

  await press('Save')
  dialog = await question()
  await user.click(await within(dialog).findByRole('radio', { name: 'Keep the fees' }))
  await within(dialog).findByText('Write to the 3 families')
  await user.dblClick(within(dialog).getByRole('button', { name: 'Save' }))
  await screen.findByText('December 2026 saved and synced')
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    path: '/m1',
    body: { fees: 'keep', version: 1, day_types: { 4: 'unavailable', 9: 'noon', 10: 'noon' } },
  })
  expect(sent[0]?.body).not.toHaveProperty('credits')
})

it('names families and money by day where several are cancelled or take place after all', async () => {
  stored = { ...december, day_types: { 3: 'unavailable' }, cancelled_days: [3] as never[] }
  answer = saved({ day_types: { 4: 'no_school', 14: 'no_school' }, cancelled_days: [4, 14] as never[] })
  show()
  expect(await nameOf(3)).toContain('Cancelled')
  await retype(/Regular/, 3)
  await retype(/No School/, 4, 14)
  await press('Save')
  const dialog = await question()
  expect(await within(dialog).findByText('2 days, $110.50')).toBeDefined()
  expect(linesOf(dialog)).toEqual([
    ['Friday 4: Regular to No School, 33 children', '3 families, $90.00'],
    ['Monday 14: Regular to No School, 1 child', '1 family, $20.50'],
    ['Thursday 3: Cancelled to Regular, 2 children'],
  ])
  expect(within(dialog).getByText('2 families, $45.00')).toBeDefined()
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Leave the credits' }))
  await press('Save', dialog)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ fees: 'credit', credits: 'leave' })
})

it('asks before it knows who is booked, and waits for the fees', async () => {
  failing = ['/registrations', '/fees']
  answer = saved({})
  show()
  await retype(/Unavailable/, 4)
  await press('Save')
  const dialog = await question()
  expect(await within(dialog).findByText("We couldn't load who is registered.")).toBeDefined()
  expect(within(dialog).getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  failing = ['/fees']
  await press('Try again', dialog)
  expect(await within(dialog).findByText("We couldn't load the fees.")).toBeDefined()
  expect(within(dialog).getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  failing = []
  await press('Try again', dialog)
  expect(await within(dialog).findByText('3 families, $90.00')).toBeDefined()
  await press('Save', dialog)
  await waitFor(() => expect(sent).toHaveLength(1))
})

describe('a save before it is known who is booked', () => {
  /** Until called, it is not known. */
  let respond: () => void
  beforeEach(() => {
    stored = { ...december, is_active: false }
    counts = new Promise((resolve) => (respond = () => resolve(Response.json({ counts: {}, taken: {} }))))
    answer = saved({ day_types: { 10: 'noon' }, is_active: true })
  })

  it('is done without a question once nobody is', async () => {
    show()
    await retype(/Noon Dismissal/, 10)
    await press('Save & Publish')
    expect(within(await question()).getByText(/^Children may be booked/)).toBeDefined()
    respond()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({ is_active: true, nobody_booked: true, day_types: { 10: 'noon' } })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is not done after Cancel', async () => {
    show()
    await retype(/Noon Dismissal/, 10)
    await press('Save & Publish')
    await press('Cancel', await question())
    respond()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText('Unsaved changes')).toBeDefined()
    expect(sent).toEqual([])
  })

  it('asks after an error, also where nobody is: it may be long ago', async () => {
    failing = ['/registrations']
    show()
    await retype(/Noon Dismissal/, 10)
    await press('Save & Publish')
    const dialog = await question()
    await within(dialog).findByText("We couldn't load who is registered.")
    failing = []
    respond()
    await press('Try again', dialog)
    await within(dialog).findByText(/^Nobody is booked/)
    expect(sent).toEqual([])
    await press('Save & Publish', dialog)
    await waitFor(() => expect(sent).toHaveLength(1))
  })
})

it('keeps the changes after a stale version, and asks again', async () => {
  answer = () => {
    stored = { ...stored, version: 2, day_types: { 11: 'early' } }
    return conflict()
  }
  show()
  await retype(/Unavailable/, 4)
  await press('Save')
  await within(await question()).findByText('3 families, $90.00')
  await press('Save', await question())
  await expectToast('Error', 'This was changed in the meantime.')
  await waitFor(async () => expect(await nameOf(11)).toContain('2:30 Dismissal'))
  expect(await nameOf(4)).toContain('Unavailable')
  answer = saved({ day_types: { 4: 'unavailable', 11: 'early' } })
  await press('Save')
  await within(await question()).findByText('3 families, $90.00')
  await press('Save', await question())
  await screen.findByText('December 2026 saved and synced')
  expect(sent.map(({ body }) => body)).toMatchObject([{ version: 1 }, { version: 2, fees: 'credit' }])
})

it('shows a save whose response was lost as saved', async () => {
  answer = () => {
    saved({ day_types: { 4: 'unavailable' }, cancelled_days: [4] as never[] })()
    return offline()
  }
  show()
  await retype(/Unavailable/, 4)
  await press('Save')
  await within(await question()).findByText('3 families, $90.00')
  await press('Save', await question())
  await waitFor(async () => expect(await nameOf(4)).toContain('Cancelled'))
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
})

const openReinstate = async () => {
  fireEvent.click(await dec(3))
  const day = await screen.findByRole('dialog', { name: 'Thursday, December 3' })
  await press('Aftercare takes place after all', day)
  return screen.findByRole('dialog', { name: 'Aftercare takes place after all?' })
}
const cancelledDay = { day_types: { 3: 'unavailable' }, cancelled_days: [3] as never[] }

it('undoes a cancellation and, after a question, the credits', async () => {
  stored = { ...december, ...cancelledDay }
  answer = saved({ day_types: {}, cancelled_days: [] })
  const user = show()
  let dialog = await openReinstate()
  expect(await within(dialog).findByRole('radio', { name: 'Undo the credits' })).toHaveProperty(
    'checked',
    true,
  )
  expect(within(dialog).getByText('2 families, $45.00')).toBeDefined()
  expect(within(dialog).getByRole('radio', { name: 'Leave the credits' })).toBeDefined()
  await press('Cancel', dialog)
  await screen.findByRole('dialog', { name: 'Thursday, December 3' })
  expect(sent).toEqual([])
  await user.keyboard('{Escape}')
  dialog = await openReinstate()
  await within(dialog).findByText('2 families, $45.00')
  await user.dblClick(within(dialog).getByRole('button', { name: 'Undo the cancellation' }))
  await screen.findByText('Thursday, December 3 takes place after all')
  expect(sent).toEqual([{ path: '/m1/days/3/reinstate', body: { credits: 'undo', version: 1 } }])
  await waitFor(async () => expect(await nameOf(3)).toContain('Regular'))
})

it('can be tried again after a stale version, with the same choice', async () => {
  stored = { ...december, ...cancelledDay }
  answer = () => {
    stored = { ...stored, version: 2 }
    return conflict()
  }
  show()
  const dialog = await openReinstate()
  await within(dialog).findByText('2 families, $45.00')
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Leave the credits' }))
  await press('Undo the cancellation', dialog)
  await expectToast('Day not reinstated', 'This was changed in the meantime.')
  answer = saved({ day_types: {}, cancelled_days: [] })
  await waitFor(async () => {
    await press('Undo the cancellation', dialog)
    expect(sent.at(-1)?.body).toEqual({ credits: 'leave', version: 2 })
  })
  await screen.findByText('Thursday, December 3 takes place after all')
})

it('shows the day as reinstated after a lost response, and does not ask again', async () => {
  stored = { ...december, ...cancelledDay }
  answer = () => {
    saved({ day_types: {}, cancelled_days: [] })()
    return offline()
  }
  show()
  const dialog = await openReinstate()
  await within(dialog).findByText('2 families, $45.00')
  await press('Undo the cancellation', dialog)
  const day = await screen.findByRole('dialog', { name: 'Thursday, December 3' })
  expect(within(day).getByText('Regular')).toBeDefined()
  expect(within(day).queryByRole('button', { name: 'Aftercare takes place after all' })).toBeNull()
  expect(sent).toHaveLength(1)
})

it('can load the credits again', async () => {
  stored = { ...december, ...cancelledDay }
  failing = ['/fees']
  show()
  const dialog = await openReinstate()
  expect(await within(dialog).findByText("We couldn't load the fees.")).toBeDefined()
  failing = []
  await press('Try again', dialog)
  expect(await within(dialog).findByText('2 families, $45.00')).toBeDefined()
})
