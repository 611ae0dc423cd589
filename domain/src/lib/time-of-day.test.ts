import { expect, test } from 'vitest'
import { instantAt } from './time-of-day'

const NEW_YORK = 'America/New_York'
const AUCKLAND = 'Pacific/Auckland'

test.each([
  ['in winter', NEW_YORK, '2026-12-08', '15:00', '2026-12-08T20:00:00.000Z'],
  ['in summer', NEW_YORK, '2026-07-08', '15:00', '2026-07-08T19:00:00.000Z'],
  ['before the clocks go forward', NEW_YORK, '2026-03-08', '01:59', '2026-03-08T06:59:00.000Z'],
  ['skipped when the clocks go forward', NEW_YORK, '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],
  ['after the clocks went forward', NEW_YORK, '2026-03-08', '03:00', '2026-03-08T07:00:00.000Z'],
  ['the day before they go forward', NEW_YORK, '2026-03-07', '23:30', '2026-03-08T04:30:00.000Z'],
  ['the first time before they go back', NEW_YORK, '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
  ['after the clocks went back', NEW_YORK, '2026-11-01', '02:00', '2026-11-01T07:00:00.000Z'],
  ['the day after they went back', NEW_YORK, '2026-11-02', '00:00', '2026-11-02T05:00:00.000Z'],
  ['the first time, far east', AUCKLAND, '2026-04-05', '02:30', '2026-04-04T13:30:00.000Z'],
  ['after the clocks went back, far east', AUCKLAND, '2026-04-05', '03:00', '2026-04-04T15:00:00.000Z'],
  ['skipped, far east', AUCKLAND, '2026-09-27', '02:30', '2026-09-26T14:30:00.000Z'],
  ['after the clocks went forward, far east', AUCKLAND, '2026-09-27', '03:00', '2026-09-26T14:00:00.000Z'],
])('the instant of a time %s', (_, zone, day, time, expected) => {
  expect(instantAt(day, time, zone).toISOString()).toBe(expected)
})
