import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { LoadedBoard } from './board.api'
import { EmergencySheet } from './emergency-sheet'
import { SignInSheet } from './sign-in-sheet'
import { aCard } from './testing/board-server'
import type { ShownCard } from './use-board-marks'

afterEach(cleanup)

const MARK = {
  arrived_at: '2026-11-16T20:31:00.000Z',
  left_at: null,
  picked_up_by: null,
  not_on_list: false,
  not_coming_at: null,
  not_coming_by: null,
  note: null,
  pickup_time: null,
  late_minutes: 0,
  version: 1,
}
const GONE = { ...MARK, left_at: '2026-11-16T22:12:00.000Z', picked_up_by: 'Nana' }
const ABSENT = { ...MARK, arrived_at: null, not_coming_at: '2026-11-16T15:00:00.000Z' }

const show = (cards: Partial<ShownCard>[], board: Partial<LoadedBoard> = {}) => {
  const shown = cards.map((card, n) => ({
    ...aCard(`Child ${String(n).padStart(2, '0')}`),
    ...card,
    isWaiting: false,
    isAtRisk: false,
  }))
  const loaded = {
    date: '2026-11-16',
    is_cancelled: false,
    isOffline: false,
    readAt: '2026-11-16T20:35:00.000Z',
    ...board,
  }
  return render(<EmergencySheet board={loaded as LoadedBoard} cards={shown} />)
}
const lineOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) })

it('says who is here without a booking', () => {
  show([
    { child_name: 'Ada Lee', mark: MARK, is_not_booked: true },
    { child_name: 'Ben Roe', mark: MARK },
  ])
  const [ada, ben] = ['Ada', 'Ben'].map((name) => within(lineOf(name)).getAllByRole('cell')[0]?.textContent)
  expect([ada, ben]).toEqual(['Ada LeeHere since 3:31 PM, Not booked', 'Ben RoeHere since 3:31 PM'])
})

it('names who must not pick up, which the sheet that hangs in the room does not', () => {
  const barred = {
    must_not_pick_up: [
      { name: 'Rob Okafor', note: 'Court order' },
      { name: 'Bo', note: null },
    ],
  }
  show([{ child_name: 'Ada Lee', ...barred }, { child_name: 'Ben Roe' }])
  expect(lineOf('Ada').textContent).toContain('Must not pick up: Rob Okafor, Court order; Bo')
  expect(lineOf('Ben').textContent).not.toContain('Must not')
  cleanup()
  show([
    {
      adults: [{ name: 'rob okafor', phone: '555 0100' }],
      pickup_people: [{ name: 'Bo', phone: null }],
      ...barred,
    },
  ])
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'rob okafor Must not pick up555 0100',
    'Bo Must not pick upno phone',
  ])
  expect(screen.queryByText('No phone')).toBeNull()
  cleanup()
  const card = { ...aCard('Ada Lee', barred), mark: GONE, isWaiting: false, isAtRisk: false }
  const board = { date: '2026-11-16', readAt: '2026-11-16T20:35:00.000Z' } as LoadedBoard
  const { container } = render(<SignInSheet board={board} cards={[card]} />)
  expect(container.textContent).toContain('Nana')
  expect(container.textContent).not.toMatch(/Must not|Rob|Court/)
})

it('says that a guest may be a child on file, so that nobody is looked for twice', () => {
  const amara = {
    id: 'a',
    name: 'Amara Okafor',
    grade: null,
    allergies: null,
    must_not_pick_up: [],
    parent_name: 'Dana',
    may_link: true,
  }
  show([{ child_name: 'amara', known_family: { same_children: [amara], is_suspended: true } }])
  expect(lineOf('amara').textContent).toContain('Same child as Amara Okafor?')
})

it("has the child's class, allergies, notes, everybody to call, and what is known of the day", () => {
  show([
    {
      child_name: 'Wren Abernathy',
      grade: 'K2',
      allergies: 'Kiwi, peanuts',
      notes: 'EpiPen in the office',
      adults: [
        { name: 'Dana Okafor', phone: '(555) 014-2210' },
        { name: 'Sam Okafor', phone: '(555) 014-2211' },
      ],
      pickup_people: [
        { name: 'Joel', phone: '+1 555 0199' },
        { name: 'Nana', phone: null },
      ],
      mark: { ...MARK, note: 'Has a cold' },
    },
  ])
  const [child, health, people] = within(lineOf('Wren')).getAllByRole('cell')
  expect(child?.textContent).toBe('Wren AbernathyK2Here since 3:31 PM')
  expect(health?.textContent).toBe('Kiwi, peanutsEpiPen in the officeHas a cold')
  expect(screen.getByText('Kiwi, peanuts').closest('b')).not.toBeNull()
  expect([...(people?.querySelectorAll('li') ?? [])].map((line) => line.textContent)).toEqual([
    'Dana Okafor (555) 014-2210',
    'Sam Okafor (555) 014-2211',
    'Joel may pick up+1 555 0199',
    'Nana may pick upno phone',
  ])
  expect(screen.getByRole('link', { name: '+1 555 0199' }).getAttribute('href')).toBe('tel:+15550199')
  expect(screen.getByText('1 here, 0 expected, 0 gone, 0 not coming, as of 3:35 PM')).toBeTruthy()
  expect(screen.queryByText('No phone')).toBeNull()
})

it.each([
  ['Expected', null],
  ['Here since 3:31 PM', MARK],
  ['Gone 5:12 PM, Nana', GONE],
  ['Gone 5:12 PM, Nana, not on the list', { ...GONE, not_on_list: true }],
  ['Not coming', ABSENT],
])('says %s', (expected, mark) => {
  show([{ mark }])
  expect(lineOf('Child 00').textContent).toContain(expected)
})

it('says no name of whoever picked the child up where none is known', () => {
  show([{ mark: { ...GONE, picked_up_by: null } }])
  expect(lineOf('Child 00').textContent).toMatch(/Gone 5:12 PM(?!,)/)
})

it('starts a page after every 12 children, and says so where there are none', () => {
  const { unmount } = show(Array.from({ length: 40 }, () => ({})))
  expect(screen.getAllByRole('table').map((table) => table.querySelectorAll('tbody tr').length)).toEqual([
    12, 12, 12, 4,
  ])
  unmount()
  show([])
  expect(screen.getByText('No children scheduled for this date')).toBeTruthy()
})

it('says that a stored list is older than the marks, and that aftercare is cancelled', () => {
  show([{}], { isOffline: true, is_cancelled: true })
  const counts = '0 here, 0 expected, 0 gone, 0 not coming, as of 3:35 PM'
  expect(screen.getByText(`${counts}, and this device's marks since`)).toBeTruthy()
  expect(lineOf('Child 00').textContent).toContain('Cancelled')
  expect(screen.getByText('Aftercare is cancelled on this day. 0 expected.')).toBeTruthy()
})

it('has a date where the data is of another day', () => {
  show([{}], { readAt: '2026-11-18T14:05:00.000Z' })
  expect(screen.getByText(/, as of Nov 18, 2026, 9:05 AM$/)).toBeTruthy()
})

it('lists who is here, then who is expected, and last who has left or is not coming', () => {
  show([{ mark: ABSENT }, {}, { mark: GONE }, { mark: MARK }, {}])
  expect(screen.getByText('1 here, 2 expected, 1 gone, 1 not coming, as of 3:35 PM')).toBeTruthy()
  const namesIn = (table: string) =>
    within(screen.getByRole('table', { name: table }))
      .getAllByText(/^Child/, { selector: 'bdi' })
      .map(({ textContent }) => textContent)
  expect(namesIn('Emergency sheet, page 1')).toEqual(['Child 03', 'Child 01', 'Child 04'])
  expect(screen.getByRole('heading', { name: 'Gone and not coming (2)' })).toBeTruthy()
  expect(namesIn('Gone and not coming')).toEqual(['Child 02', 'Child 00'])
})

it('leaves out the line that a request for a drop-in puts into the notes', () => {
  show([{ notes: 'Naps; Day Drop-In Request for Monday, November 16, 2026 - late bus' }])
  expect(lineOf('Child 00').textContent).toContain('Naps; late bus')
  expect(document.body.textContent).not.toContain('Day Drop-In Request')
})

it('says of a child whom nobody can be called about that there is no phone', () => {
  const nobody = {
    adults: [{ name: 'Dana', phone: '555 014' }],
    pickup_people: [{ name: 'Jo', phone: null }],
  }
  show([nobody, { ...nobody, pickup_people: [{ name: 'Jo', phone: '555 0142' }] }])
  expect(lineOf('Child 00').textContent).toContain('No phoneDana no phone')
  expect(lineOf('Child 01').textContent).not.toContain('No phone')
  expect(screen.getAllByRole('link')).toHaveLength(1)
})

it('shows markup as text', () => {
  const markup = '<img src=x onerror="hacked=1">'
  show([
    {
      child_name: markup,
      grade: markup,
      allergies: markup,
      notes: markup,
      adults: [{ name: markup, phone: markup }],
      pickup_people: [{ name: markup, phone: markup }],
    },
  ])
  expect(document.querySelector('img, script, [onerror]')).toBeNull()
  expect(screen.getAllByRole('cell')[1]?.textContent).toBe(markup + markup)
})
