import { useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { saveSettingOptions } from '../settings/save-setting'

const KEY = ['admin', 'default-seats'] as const
const defaultSeats = api.admin['default-seats']

/** Null: no limit. */
export type DefaultSeats = { seats: number | null; version: number }

/** The seats per day that new months start with. */
export const useDefaultSeats = () => useQuery({ queryKey: KEY, queryFn: () => request(defaultSeats.$get()) })

export const storedSeats = ({ seats, version }: DefaultSeats) => ({
  values: { seats: seats === null ? '' : String(seats) },
  version,
})

/** What was typed, as a number; blank is no limit. */
export const seatsOf = (text: string) => (text.trim() === '' ? null : Number(text))

export const saveSeatsOptions = saveSettingOptions(KEY, storedSeats, ({ values, version }, headers) =>
  request(defaultSeats.$put({ json: { seats: seatsOf(values.seats), version } }, { headers })),
)
