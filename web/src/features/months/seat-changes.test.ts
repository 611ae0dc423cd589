import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { applySeatChange } from './seat-changes'

const LIST = ['submissions', 'list', 1, 20] as const
const OFFERED = ['months', 'offered'] as const
const december = (taken: number) => ({ id: 'december', taken_seats: { '4': taken } })
const list = (taken: number) => ({ rows: [{ id: 's1', month_id: 'december', months: december(taken) }] })

const readAt = Date.now() - 60_000
let client: QueryClient

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(OFFERED, { rows: [december(1)] }, { updatedAt: readAt })
  client.setQueryData(LIST, list(1), { updatedAt: readAt })
})

const changeSeats = (taken: number) =>
  applySeatChange(client, { type: 'UPDATE', id: 'december', taken_seats: { '4': taken } })

it('updates every cached month, and leaves the time of its data', () => {
  changeSeats(2)
  expect(client.getQueryData(OFFERED)).toEqual({ rows: [december(2)] })
  expect(client.getQueryData(LIST)).toEqual(list(2))
  for (const key of [OFFERED, LIST]) expect(client.getQueryState(key)?.dataUpdatedAt).toBe(readAt)
})

it('leaves an invalidated list invalidated: a registration changes the list first and the seats after it', async () => {
  await client.invalidateQueries({ queryKey: ['submissions'] })
  changeSeats(2)
  expect(client.getQueryState(LIST)?.isInvalidated).toBe(true)
})

it('updates what is being fetched once it is there, whether or not it is the first time', async () => {
  const arrive: (() => void)[] = []
  const fetchSlowly =
    <Data>(data: Data) =>
    () =>
      new Promise<Data>((resolve) => arrive.push(() => resolve(data)))
  const first = ['months', 'by-id', 'december'] as const
  const fetched = [
    client.fetchQuery({ queryKey: first, queryFn: fetchSlowly(december(1)) }),
    client.fetchQuery({ queryKey: OFFERED, queryFn: fetchSlowly({ rows: [december(1)] }) }),
  ]
  changeSeats(2)
  changeSeats(3)
  expect(client.getQueryData(OFFERED)).toEqual({ rows: [december(3)] })
  for (const one of arrive) one()
  await Promise.all(fetched)
  expect(client.getQueryData(first)).toEqual(december(3))
  expect(client.getQueryData(OFFERED)).toEqual({ rows: [december(3)] })
})
