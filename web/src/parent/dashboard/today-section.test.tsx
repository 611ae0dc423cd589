import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setServerTime } from '../../lib/program'
import { queryClient } from '../../lib/query-client'
import { Router } from '../../router/router'
import { AddPhone } from './add-phone'
import { type ChildToday, type OwnToday, useOwnToday } from './today.api'
import { TodaySection } from './today-section'

const DAY = '2026-11-16'
const at = (time: string) => `${DAY}T${time}:00-05:00`

const amara: ChildToday = {
  submission_id: 's1',
  child_name: 'Amara',
  dismissal: 'regular',
  dismissal_time: '15:30',
  state: 'expected',
  arrived_at: null,
  left_at: null,
  not_coming_at: null,
  can_report_absence: true,
  can_undo_absence: false,
}

beforeEach(() => {
  vi.stubGlobal(
    'EventSource',
    class {
      addEventListener() {}
      close() {}
    },
  )
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  setServerTime(at('14:00'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

function Today() {
  const { today } = useOwnToday()
  return (
    <>
      <AddPhone today={today} />
      <TodaySection today={today} childRows={[]} />
    </>
  )
}

function show(children: ChildToday[], date = DAY, is_cancelled = false, has_phone = true) {
  const today = { date, pickup_time: '17:30', is_cancelled, has_phone, children }
  queryClient.setQueryData<OwnToday>(['today'], today)
  return render(
    <QueryClientProvider client={queryClient}>
      <Router>
        <Today />
      </Router>
    </QueryClientProvider>,
  )
}

it('asks a family that cannot be called for a phone number, until one is on file', async () => {
  show([], DAY, false, false)
  const link = screen.getByRole('link', { name: 'Please add a phone number so that we can reach you.' })
  expect(link.getAttribute('href')).toBe('/profile')
  queryClient.setQueryData<OwnToday>(['today'], (today) => today && { ...today, has_phone: true })
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull())
})

it('is empty on a day without a booked child, and until a new day has loaded', () => {
  expect(show([]).container.innerHTML).toBe('')
  expect(show([amara], '2026-11-15').container.innerHTML).toBe('')
})

it.each<[string, Partial<ChildToday>, string, string | null]>([
  ['is booked', {}, 'From 3:30 PM, pick-up by 5:30 PM', 'Not coming today'],
  [
    'was said not to come',
    { state: 'not_coming', can_report_absence: false, can_undo_absence: true },
    'Not coming today',
    'Undo',
  ],
  [
    'staff know not to come',
    { state: 'not_coming', can_report_absence: false },
    'Not coming today, marked by staff',
    null,
  ],
  [
    'is here',
    { state: 'here', arrived_at: at('15:34'), can_report_absence: false },
    'Here since 3:34 PM',
    null,
  ],
  [
    'was picked up',
    { state: 'gone', arrived_at: at('15:34'), left_at: at('17:05'), can_report_absence: false },
    'Picked up at 5:05 PM',
    null,
  ],
  ['has no aftercare after all', { dismissal: 'unavailable' }, 'No aftercare today', null],
])('shows the state of a child that %s, with the remaining action', (_, values, words, button) => {
  show([{ ...amara, ...values }])
  expect(screen.getByRole('listitem').textContent).toContain(`Amara${words}`)
  const buttons = screen.queryAllByRole('button').map((each) => each.textContent)
  expect(buttons).toEqual(button === null ? [] : [button])
})

it('offers it until pick-up time, also on a page that stays open', () => {
  show([amara])
  expect(screen.getAllByRole('button')).toHaveLength(1)
  act(() => setServerTime(at('17:30')))
  expect(screen.queryAllByRole('button')).toHaveLength(0)
})

it('reports one child while the report of another is still on its way', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    if (String(input).includes('not-coming')) sent.push(`${init?.method} ${String(input)}`)
    return new Promise(() => undefined)
  })
  const marked = { ...amara, state: 'not_coming' as const, can_report_absence: false, can_undo_absence: true }
  show([marked, { ...marked, submission_id: 's2', child_name: 'Tobias' }])
  for (const undo of screen.getAllByRole('button', { name: 'Undo' })) fireEvent.click(undo)
  const path = (id: string) =>
    expect.stringMatching(new RegExp(`^DELETE .*/api/submissions/${id}/not-coming$`))
  await waitFor(() => expect(sent).toEqual([path('s1'), path('s2')]))
})
