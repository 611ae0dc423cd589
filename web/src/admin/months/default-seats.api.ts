import { useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { saveSettingOptions } from '../settings/save-setting'

const KEY = ['admin', 'default-seats'] as const
const defaultSeats = api.admin['default-seats']

/** Null: no limit. */
export type DefaultSeats = { seats: number | null; version: number }

/** Default seats per day for new months. */
export const useDefaultSeats = () => useQuery({ queryKey: KEY, queryFn: () => request(defaultSeats.$get()) })

export const storedSeats = ({ seats, version }: DefaultSeats) => ({
  values: { seats: seats === null ? '' : String(seats) },
  version,
})

/** Blank means no limit. */
export const parseSeats = (text: string) => (text.trim() === '' ? null : Number(text))

export const saveSeatsOptions = saveSettingOptions(KEY, storedSeats, ({ values, version }, headers) =>
  request(defaultSeats.$put({ json: { seats: parseSeats(values.seats), version } }, { headers })),
)
