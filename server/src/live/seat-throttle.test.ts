import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Change } from './change'
import { createSeatThrottle } from './seat-throttle'

const december = (taken: number): Change => ({
  table: 'month_seats',
  type: 'UPDATE',
  id: 'december',
  taken_seats: { 1: taken },
})
const january: Change = { ...december(1), id: 'january' }

let sent: Change[]
let pages: number
let seats: ReturnType<typeof createSeatThrottle>
beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  pages = 200
  seats = createSeatThrottle(
    (change) => sent.push(change),
    () => pages,
  )
})
afterEach(() => vi.useRealTimers())

it('sends the first change at once and the newest of many a moment later', () => {
  for (let taken = 1; taken <= 100; taken += 1) seats.add(december(taken))
  expect(sent).toEqual([december(1)])
  vi.advanceTimersByTime(250)
  expect(sent).toEqual([december(1), december(100)])
})

it('keeps the pace while changes go on, and sends nothing twice', () => {
  seats.add(december(1))
  vi.advanceTimersByTime(200)
  seats.add(december(2))
  vi.advanceTimersByTime(50)
  seats.add(december(3))
  vi.advanceTimersByTime(1_000)
  expect(sent).toEqual([december(1), december(2), december(3)])
})

it('waits longer for many open pages', () => {
  pages = 4_000
  seats.add(december(1))
  seats.add(december(2))
  vi.advanceTimersByTime(3_999)
  expect(sent).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(sent).toEqual([december(1), december(2)])
})

it('lets no month wait for another', () => {
  seats.add(december(1))
  seats.add(january)
  expect(sent).toEqual([december(1), january])
})

it('sends what is waiting before a change of the month itself', () => {
  seats.add(december(1))
  seats.add(december(2))
  seats.flush('january')
  expect(sent).toHaveLength(1)
  seats.flush('december')
  expect(sent).toEqual([december(1), december(2)])
  vi.advanceTimersByTime(1_000)
  expect(sent).toHaveLength(2)
})

it('drops what is waiting when pages read everything again', () => {
  seats.add(december(1))
  seats.add(december(2))
  seats.clear()
  vi.advanceTimersByTime(1_000)
  expect(sent).toEqual([december(1)])
  seats.add(december(3))
  expect(sent).toEqual([december(1), december(3)])
})
