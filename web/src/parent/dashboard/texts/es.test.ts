import { expect, it } from 'vitest'
import { es } from './es'

it.each([
  ['1:05 p.m.', 'Llegó a la 1:05 p.m.'],
  ['11:05 a.m.', 'Llegó a las 11:05 a.m.'],
  ['2:54 p.m.', 'Llegó a las 2:54 p.m.'],
])('says at what time a child came, %s', (time, text) => {
  expect(es.today.here(time)).toBe(text)
})

it.each([
  [1, '1 día abierto, desde $20'],
  [14, '14 días abiertos, desde $20'],
])('counts %i open days', (days, text) => {
  expect(es.months.daysOpen(days, '$20')).toBe(text)
})
