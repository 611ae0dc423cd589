import { describe, expect, it } from 'vitest'
import { instantOf, weekdaysOf } from './calendar'

describe('the calendar of the model', () => {
  it.each([
    ['2026-10-29', '15:30', '2026-10-29T19:30:00.000Z'],
    ['2026-11-01', '00:10', '2026-11-01T04:10:00.000Z'],
    ['2026-11-01', '06:30', '2026-11-01T11:30:00.000Z'],
    ['2027-03-14', '00:10', '2027-03-14T05:10:00.000Z'],
    ['2027-03-14', '06:30', '2027-03-14T10:30:00.000Z'],
  ])('%s at %s in New York is %s', (day, time, instant) => {
    expect(instantOf(day, time)).toBe(instant)
  })

  it('has no school on weekends', () => {
    expect(weekdaysOf('2027-02').slice(0, 7)).toEqual([1, 2, 3, 4, 5, 8, 9])
    expect(weekdaysOf('2027-02').at(-1)).toBe(26)
  })
})
