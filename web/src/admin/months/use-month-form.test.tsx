import { newMonthDayTypes } from '@aftercare/domain/months/months'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AuthProvider } from '../../lib/auth-provider'
import { setSession } from '../../lib/auth-store'
import { queryClient } from '../../lib/query-client'
import { LiveStream } from '../../testing/live-stream'
import type { AdminMonth } from './months.api'
import { useMonthForm } from './use-month-form'

const SESSION = {
  user: { id: 'rosa', email: 'rosa@example.com', full_name: 'Rosa Medina' },
  roles: ['admin' as const],
  expires_at: '2999-01-01T00:00:00.000Z',
}

const december = {
  id: 'december',
  month_name: 'December',
  year: 2026,
  is_active: false,
  regular_price: 20,
  special_price: 30,
  special_days: [],
  closed_days: [],
  day_types: newMonthDayTypes(2026, 11),
  seats: null,
  day_seats: {},
  taken_seats: {},
  submission_count: 0,
  version: 1,
} as unknown as AdminMonth

const saved = (version: number, more: Partial<AdminMonth>): AdminMonth => ({
  ...december,
  ...more,
  version,
  day_types: { ...december.day_types, ...more.day_types },
})

beforeEach(() => {
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async () => Response.json({ ...SESSION, now: '2026-11-16T14:00:00.000Z' }))
  setSession(SESSION)
})
afterEach(() => {
  cleanup()
  setSession(null)
  vi.unstubAllGlobals()
})

function editing() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>
      <AuthProvider>{children}</AuthProvider>
    </QueryClientProvider>
  )
  const hook = renderHook((row: AdminMonth) => useMonthForm(row), { wrapper, initialProps: december })
  act(() => hook.result.current.paint(9, 'noon'))
  return hook
}

it('reports no conflict with its own save after a lost response', () => {
  const { result, rerender } = editing()
  expect(result.current.isDirty).toBe(true)
  rerender(saved(2, { day_types: { 9: 'noon' }, special_days: [9], is_active: true }))
  expect(result.current.conflicts).toEqual([])
  expect(result.current.isDirty).toBe(false)
  // Without unsaved changes, the month follows later changes by others.
  rerender(saved(3, { day_types: { 9: 'early', 10: 'no_school' } }))
  expect(result.current.conflicts).toEqual([])
  expect(result.current.calendar.dayTypes).toMatchObject({ 9: 'early', 10: 'no_school' })
})

it('keeps days painted since that save', () => {
  const { result, rerender } = editing()
  act(() => result.current.paint(10, 'early'))
  rerender(saved(2, { day_types: { 9: 'noon' }, special_days: [9] }))
  expect(result.current.conflicts).toEqual([])
  expect(result.current.isDirty).toBe(true)
  rerender(saved(3, { day_types: { 9: 'noon', 11: 'no_school' }, special_days: [9] }))
  // An untouched day follows the server.
  expect(result.current.conflicts).toEqual([])
  expect(result.current.calendar.dayTypes).toMatchObject({ 10: 'early', 11: 'no_school' })
})

it('reports a conflict only for days that another admin changed differently', () => {
  const { result, rerender } = editing()
  rerender(saved(2, { day_types: { 9: 'early', 10: 'no_school' } }))
  expect(result.current.conflicts).toEqual(['day 9'])
  expect(result.current.calendar.dayTypes).toMatchObject({ 9: 'noon', 10: 'no_school' })
  act(() => result.current.conflict?.onDiscard())
  expect(result.current.calendar.dayTypes).toMatchObject({ 9: 'early', 10: 'no_school' })
  expect(result.current.isDirty).toBe(false)
})

it('does not publish while there is a conflict, nor with a later save', () => {
  const { result, rerender } = editing()
  rerender(saved(2, { day_types: { 9: 'early' } }))
  act(() => result.current.publish())
  expect(result.current.saving).toBe(null)
  act(() => result.current.conflict?.onOverwrite())
  expect(result.current.values.is_active).toBe(false)
})

it('discards the type painted on a day that is cancelled, and keeps its seats and the rest', () => {
  const { result } = editing()
  act(() => result.current.setDaySeats(9, 12))
  act(() => result.current.paint(10, 'early'))
  act(() => result.current.discardDay(9))
  expect(result.current.calendar.dayTypes).toMatchObject({ 9: 'regular', 10: 'early' })
  expect(result.current.calendar.seating.daySeats).toEqual({ 9: 12 })
})

it('says when the month was published or moved to draft under unsaved changes, until saved or discarded', () => {
  const { result, rerender } = editing()
  expect(result.current.isStateChanged).toBe(false)
  rerender(saved(2, { is_active: true }))
  expect(result.current.isStateChanged).toBe(true)
  rerender(saved(3, { is_active: false }))
  expect(result.current.isStateChanged).toBe(false)
  rerender(saved(4, { is_active: true }))
  act(() => result.current.discard())
  expect(result.current.isStateChanged).toBe(false)
  act(() => result.current.paint(9, 'noon'))
  expect(result.current.isStateChanged).toBe(false)
})
