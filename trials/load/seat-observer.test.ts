import { expect, it } from 'vitest'
import { createSeatObserver } from './seat-observer'

it('takes the time until a page shows as many seats taken as were acknowledged', () => {
  const observer = createSeatObserver()
  const frame = (taken: number) => `event: month_seats\ndata: {"taken_seats":{"1":${taken},"2":1}}\nid: 1\n\n`
  observer.acknowledge(2)
  observer.read('event: heartbeat\ndata: {}\n\nevent: month_')
  observer.read(frame(0).replace('event: month_', ''))
  expect(observer.times()).toEqual([])
  observer.read(frame(1))
  expect(observer.times()).toHaveLength(1)
})
