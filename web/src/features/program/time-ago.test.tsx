import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setLanguage } from '../../language/language'
import { setServerTime } from '../../lib/program'
import { es } from './texts/es'
import { TimeAgo } from './time-ago'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-16T14:00:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  setLanguage('en')
})

it('shows how long ago it was, with the exact time on hover, and updates', () => {
  setServerTime('2026-11-16T14:00:00Z')
  render(<TimeAgo at="2026-11-16T13:58:40Z" />)
  const time = screen.getByText('1 minute ago').closest('time')
  expect(time?.title).toBe('Nov 16, 2026, 8:58 AM')
  expect(time?.dateTime).toBe('2026-11-16T13:58:40Z')
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.getByText('2 minutes ago')).toBeDefined()
})

it('shows only the exact time once it is a day old', () => {
  setServerTime('2026-11-16T14:00:00Z')
  render(<TimeAgo at="2026-11-14T13:00:00Z" />)
  expect(screen.getByText('Nov 14, 2026, 8:00 AM').closest('time')?.title).toBe('')
})

it.each([
  ['2026-11-16T14:00:30Z', 'just now'],
  ['2026-11-16T13:59:01Z', 'just now'],
  ['2026-11-16T13:59:00Z', '1 minute ago'],
  ['2026-11-16T13:00:01Z', '59 minutes ago'],
  ['2026-11-16T13:00:00Z', '1 hour ago'],
  ['2026-11-15T14:00:01Z', '23 hours ago'],
  ['2026-11-15T14:00:00Z', undefined],
  ['2026-11-16T14:01:00Z', undefined],
  ['2025-11-16T14:00:00Z', undefined],
])('%s is shown as %s', (instant, text) => {
  setServerTime('2026-11-16T14:00:00Z')
  const { container } = render(<TimeAgo at={instant} />)
  expect(container.querySelector('.print\\:hidden')?.textContent).toBe(text)
})

it.each([
  ['2026-11-16T13:59:30Z', 'hace un momento'],
  ['2026-11-16T13:59:00Z', 'hace 1 minuto'],
  ['2026-11-16T13:30:00Z', 'hace 30 minutos'],
  ['2026-11-16T13:00:00Z', 'hace 1 hora'],
  ['2026-11-16T11:00:00Z', 'hace 3 horas'],
])('%s is shown in Spanish as %s', (instant, text) => {
  setLanguage('es', [es])
  setServerTime('2026-11-16T14:00:00Z')
  const { container } = render(<TimeAgo at={instant} />)
  expect(container.querySelector('.print\\:hidden')?.textContent).toBe(text)
})

it('shows the exact time in Spanish', () => {
  setLanguage('es', [es])
  setServerTime('2026-11-16T14:00:00Z')
  render(<TimeAgo at="2026-11-14T13:00:00Z" />)
  expect(screen.getByText('14 nov 2026, 8:00 a.m.')).toBeDefined()
})
