import type { PickupSettings } from '@aftercare/domain/board/pickup-times'
import { useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { saveSettingOptions } from '../settings/save-setting'

const KEY = ['admin', 'pickup-times'] as const

/** The latest pick-up time per weekday and for early dismissal, and what depends on them. */
export const usePickupTimes = () =>
  useQuery({ queryKey: KEY, queryFn: () => request(api.admin['pickup-times'].$get()) })

export type StoredPickupTimes = PickupSettings & { version: number }

export const storedPickupTimes = ({ version, ...values }: StoredPickupTimes) => ({ values, version })

export const savePickupTimesOptions = saveSettingOptions(
  KEY,
  storedPickupTimes,
  ({ values, version }, headers) =>
    request(api.admin['pickup-times'].$put({ json: { ...values, version } }, { headers })),
)
