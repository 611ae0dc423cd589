import type { GuestConfirmation } from '@aftercare/domain/guest-confirmation/guest-confirmation'
import { useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { saveSettingOptions } from '../settings/save-setting'

const KEY = ['admin', 'guest-confirmation'] as const
const guestConfirmation = api.admin['guest-confirmation']

export type StoredGuestConfirmation = GuestConfirmation & { version: number }

export const useGuestConfirmationSetting = () =>
  useQuery({ queryKey: KEY, queryFn: () => request(guestConfirmation.$get()) })

export const storedGuestConfirmation = ({ required, version }: StoredGuestConfirmation) => ({
  values: { required },
  version,
})

export const saveGuestConfirmationOptions = saveSettingOptions(
  KEY,
  storedGuestConfirmation,
  ({ values, version }, headers) =>
    request(guestConfirmation.$put({ json: { ...values, version } }, { headers })),
)
