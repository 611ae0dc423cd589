import type { DayType } from '@aftercare/domain/months/months'
import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { DayCell } from './day-cell'
import { DayLock } from './day-lock'
import { MonthCalendar } from './month-calendar'
import type { MonthCalendarProps } from './month-calendar-props'
import { dayName } from './testing'

const types: Record<number, DayType> = {
  4: 'early',
  11: 'early',
  22: 'noon',
  7: 'unavailable',
  25: 'no_school',
}

/** December 2026 begins on a Tuesday. */
function december(changes: Record<number, Partial<DayCell>> = {}): DayCell[] {
  return Array.from({ length: 31 }, (_, index) => {
    const day = index + 1
    const weekday = (index + 2) % 7
    const weekend = weekday === 0 || weekday === 6
    const type = types[day] ?? (weekend ? 'unavailable' : 'regular')
    const open = type !== 'unavailable' && type !== 'no_school'
    const priceLabel = open ? (type === 'regular' ? '$20' : '$30') : undefined
    return { day, weekday, weekend, type, priceLabel, disabled: !open, ...changes[day] }
  })
}

function show(props: Partial<MonthCalendarProps> = {}) {
  const onPressDay = vi.fn()
  render(<MonthCalendar monthIndex={11} year={2026} cells={december()} onPressDay={onPressDay} {...props} />)
  return { onPressDay, user: userEvent.setup() }
}

const day = (name: string) => screen.getByRole('button', { name })
const focused = () => dayName(document.activeElement)

describe('a day of the calendar', () => {
  it.each<[string, number, Partial<DayCell>]>([
    ['Friday, December 11, 2:30 Dismissal, $30, selected', 11, { selected: true }],
    ['Tuesday, December 1, Regular, $20', 1, {}],
    ['Tuesday, December 22, Noon Dismissal, $30', 22, {}],
    ['Friday, December 25, No School', 25, {}],
    ['Monday, December 7, Unavailable', 7, {}],
    ['Thursday, December 10, Closed', 10, { closed: true, disabled: true }],
    ['Saturday, December 5, Unavailable', 5, {}],
    [
      'Wednesday, December 2, today, Unavailable',
      2,
      { today: true, type: 'unavailable', priceLabel: undefined },
    ],
    ['Wednesday, December 16, Regular, $20, selected, original day', 16, { selected: true, original: true }],
    ['Thursday, December 17, Regular, $20, selected, added', 17, { selected: true, added: true }],
    ['Thursday, December 17, Regular, $20, removed', 17, { original: true, removed: true }],
    ['Thursday, December 10, Regular, closed, $20, selected', 10, { closed: true, selected: true }],
    ['Tuesday, December 1, Regular, $20, 11 registered', 1, { count: 11 }],
  ])('is called "%s"', (name, number, change) => {
    show({ cells: december({ [number]: change }) })
    expect(day(name)).toBeDefined()
  })

  it('exposes whether it is selected', () => {
    show({ cells: december({ 1: { selected: true } }) })
    expect(day('Tuesday, December 1, Regular, $20, selected').getAttribute('aria-pressed')).toBe('true')
    expect(day('Wednesday, December 2, Regular, $20').getAttribute('aria-pressed')).toBe('false')
  })

  it('is activated by click, Space and Enter', async () => {
    const { user, onPressDay } = show()
    await user.click(day('Tuesday, December 8, Regular, $20'))
    await user.keyboard(' {Enter}')
    expect(onPressDay.mock.calls).toEqual([[8], [8], [8]])
  })

  it.each([
    'Monday, December 7, Unavailable',
    'Friday, December 25, No School',
    'Saturday, December 5, Unavailable',
  ])('cannot be activated when it is "%s", but can be focused', async (name) => {
    const { user, onPressDay } = show()
    expect(day(name).getAttribute('aria-disabled')).toBe('true')
    await user.click(day(name))
    expect(onPressDay).not.toHaveBeenCalled()
  })
})

describe('the calendar by keyboard', () => {
  it('has one tab stop, on the first selectable day', async () => {
    const { user } = show({ cells: december({ 1: { disabled: true } }) })
    await user.tab()
    expect(focused()).toBe('Wednesday, December 2, Regular, $20')
    await user.tab()
    expect(document.activeElement).toBe(document.body)
  })

  it.each([
    ['{ArrowRight}', 'Thursday, December 10, Regular, $20'],
    ['{ArrowLeft}', 'Tuesday, December 8, Regular, $20'],
    ['{ArrowUp}', 'Wednesday, December 2, Regular, $20'],
    ['{ArrowDown}', 'Wednesday, December 16, Regular, $20'],
    ['{Home}', 'Sunday, December 6, Unavailable'],
    ['{End}', 'Saturday, December 12, Unavailable'],
  ])('moves with %s from December 9 to "%s"', async (key, name) => {
    const { user } = show()
    await user.click(day('Wednesday, December 9, Regular, $20'))
    await user.keyboard(key)
    expect(focused()).toBe(name)
    expect(document.activeElement?.getAttribute('tabindex')).toBe('0')
  })

  it.each([
    ['Tuesday, December 1, Regular, $20', '{Home}', 'Tuesday, December 1, Regular, $20'],
    ['Thursday, December 31, Regular, $20', '{End}', 'Thursday, December 31, Regular, $20'],
    ['Tuesday, December 1, Regular, $20', '{ArrowUp}', 'Tuesday, December 1, Regular, $20'],
    ['Thursday, December 31, Regular, $20', '{ArrowRight}', 'Thursday, December 31, Regular, $20'],
  ])('stays inside the month: %s, %s', async (from, key, to) => {
    const { user } = show()
    await user.click(day(from))
    await user.keyboard(key)
    expect(focused()).toBe(to)
  })

  it.each(['altKey', 'ctrlKey', 'metaKey'])(
    'leaves arrows with %s to the browser, which goes back by them',
    (modifier) => {
      show()
      const ninth = day('Wednesday, December 9, Regular, $20')
      ninth.focus()
      expect(fireEvent.keyDown(ninth, { key: 'ArrowLeft', [modifier]: true })).toBe(true)
      expect(document.activeElement).toBe(ninth)
    },
  )

  it('lets Tab leave from the day clicked last, and come back to it', async () => {
    const { user } = show()
    await user.click(day('Thursday, December 31, Regular, $20'))
    await user.click(day('Wednesday, December 9, Regular, $20'))
    await user.tab()
    expect(document.activeElement).toBe(document.body)
    await user.click(day('Wednesday, December 16, Regular, $20'))
    day('Wednesday, December 16, Regular, $20').blur()
    await user.tab()
    expect(focused()).toBe('Wednesday, December 16, Regular, $20')
  })

  it('lets Tab reach the lock of the focused day', async () => {
    const onToggle = vi.fn()
    const { user } = show({
      mode: 'edit',
      renderAction: (cell, active) => (
        <DayLock label={`Close December ${cell.day}`} closed={false} active={active} onToggle={onToggle} />
      ),
    })
    await user.click(day('Wednesday, December 9, Regular, $20'))
    await user.tab()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Close December 9')
    await user.keyboard(' ')
    expect(onToggle).toHaveBeenCalledOnce()
  })
})

it.each<[string, Partial<DayCell>, Partial<DayCell>, string]>([
  ['', {}, { selected: true }, 'selected'],
  [
    ' that adds a day in an edit',
    { original: false },
    { original: false, selected: true, added: true },
    'selected, added',
  ],
  [
    ' that takes a day out in an edit',
    { original: true, selected: true },
    { original: true, removed: true },
    'removed',
  ],
])('changes only styles on a click%s: no element is added, removed or laid out again', (_, ...states) => {
  const [before, after, words] = states
  const calendar = (changes: Record<number, Partial<DayCell>>) => (
    <MonthCalendar monthIndex={11} year={2026} cells={december(changes)} onPressDay={() => undefined} />
  )
  const { container, rerender } = render(calendar({ 9: before }))
  const elements = [...container.querySelectorAll('*')]
  rerender(calendar({ 9: after }))
  expect(day(`Wednesday, December 9, Regular, $20, ${words}`)).toBeDefined()
  expect([...container.querySelectorAll('*')]).toEqual(elements)
})

it('re-renders only the day that a click has changed', () => {
  const renderAction = vi.fn((_: DayCell) => null)
  const calendar = (changes: Record<number, Partial<DayCell>>) => (
    <MonthCalendar
      monthIndex={11}
      year={2026}
      cells={december(changes)}
      onPressDay={() => undefined}
      renderAction={renderAction}
    />
  )
  const { rerender } = render(calendar({}))
  expect(renderAction).toHaveBeenCalledTimes(31)
  renderAction.mockClear()
  rerender(calendar({ 9: { selected: true } }))
  expect(renderAction.mock.calls.map(([cell]) => cell.day)).toEqual([9])
  expect(day('Wednesday, December 9, Regular, $20, selected')).toBeDefined()
})

describe('the read-only calendar', () => {
  it('names its days, without buttons', () => {
    show({ mode: 'read', cells: december({ 11: { selected: true } }) })
    const table = screen.getByRole('table', { name: 'December 2026' })
    expect(within(table).queryAllByRole('button')).toEqual([])
    expect(within(table).getByText('Friday, December 11, 2:30 Dismissal, $30, selected')).toBeDefined()
  })
})
