import type { StatementDetails } from '@aftercare/domain/statement/statement-details'
import { useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { saveSettingOptions } from '../settings/save-setting'

const KEY = ['admin', 'statement-details'] as const
const details = api.admin['statement-details']

export const useStatementDetails = () => useQuery({ queryKey: KEY, queryFn: () => request(details.$get()) })

export type StoredDetails = StatementDetails & { version: number }

export const storedDetails = ({ legal_name, address, tax_number, version }: StoredDetails) => ({
  values: { legal_name: legal_name ?? '', address: address ?? '', tax_number: tax_number ?? '' },
  version,
})

export const saveDetailsOptions = saveSettingOptions(KEY, storedDetails, ({ values, version }, headers) =>
  request(details.$put({ json: { ...values, version } }, { headers })),
)
