import type { DayType } from '@aftercare/domain/months/months'
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { DayCell } from './day-cell'
import { MiniMonth } from './mini-month'

const TYPES: Record<number, DayType> = { 4: 'early', 8: 'noon', 9: 'no_school' }

/** December 2026 begins on a Tuesday. */
const december = (selected: readonly number[] = []): DayCell[] =>
  Array.from({ length: 10 }, (_, index) => {
    const [day, weekday] = [index + 1, (index + 2) % 7]
    const weekend = weekday === 0 || weekday === 6
    return { day, weekday, weekend, type: TYPES[day] ?? 'regular', selected: selected.includes(day) }
  })

/** Of each colour, where its blocks are: column and row. */
function blocksOf(cells: readonly DayCell[]): Record<string, string[]> {
  const { container } = render(<MiniMonth cells={cells} />)
  const paths = [...container.querySelectorAll('path')].map((path) => {
    const starts = [...(path.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)/g)]
    const name = /selected|regular|noon|early|muted/.exec(path.getAttribute('class') ?? '')?.[0]
    return [name, starts.map(([, x, y]) => `${(Number(x) - 2) / 17} ${Number(y) / 17}`)]
  })
  return Object.fromEntries(paths)
}

it('a small month has a block for each weekday, in its column and of its type', () => {
  expect(blocksOf(december())).toEqual({
    regular: ['1 0', '2 0', '3 0', '0 1', '3 1'],
    early: ['4 0'],
    noon: ['1 1'],
    muted: ['2 1'],
  })
})

it('with selected days a small month colours only those', () => {
  expect(blocksOf(december([1, 8]))).toEqual({
    selected: ['1 0', '1 1'],
    muted: ['2 0', '3 0', '4 0', '0 1', '2 1', '3 1'],
  })
})
