import { useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { storedRequired } from '../settings/required-setting-card'
import { saveSettingOptions } from '../settings/save-setting'

const KEY = ['admin', 'drop-in-approval'] as const
const dropInApproval = api.admin['drop-in-approval']

export const useDropInApprovalSetting = () =>
  useQuery({ queryKey: KEY, queryFn: () => request(dropInApproval.$get()) })

export const saveDropInApprovalOptions = saveSettingOptions(
  KEY,
  storedRequired,
  ({ values, version }, headers) =>
    request(dropInApproval.$put({ json: { ...values, version } }, { headers })),
)
