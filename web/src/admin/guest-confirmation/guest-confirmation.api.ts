import { useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { storedRequired } from '../settings/required-setting-card'
import { saveSettingOptions } from '../settings/save-setting'

const KEY = ['admin', 'guest-confirmation'] as const
const guestConfirmation = api.admin['guest-confirmation']

export const useGuestConfirmationSetting = () =>
  useQuery({ queryKey: KEY, queryFn: () => request(guestConfirmation.$get()) })

export const saveGuestConfirmationOptions = saveSettingOptions(
  KEY,
  storedRequired,
  ({ values, version }, headers) =>
    request(guestConfirmation.$put({ json: { ...values, version } }, { headers })),
)
