import { useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { usePage } from '../../lib/use-page'
import { saveSettingOptions } from '../settings/save-setting'

const KEY = ['admin', 'forget-families'] as const
const LIST_KEY = ['admin', 'former-families'] as const
const PAGE_SIZE = 25
const setting = api.admin['forget-families']

/** Null: families who left are kept. */
export type Retention = { months: number | null; version: number }

export const useRetention = () => useQuery({ queryKey: KEY, queryFn: () => request(setting.$get()) })

export const storedRetention = ({ months, version }: Retention) => ({
  values: { months: months === null ? '' : String(months) },
  version,
})

/** Blank means never. */
export const parseMonths = (text: string) => (text.trim() === '' ? null : Number(text))

export const saveRetentionOptions = saveSettingOptions(KEY, storedRetention, ({ values, version }, headers) =>
  request(setting.$put({ json: { months: parseMonths(values.months), version } }, { headers })),
)

const fetchFamilies = (page: number) =>
  request(setting.families.$get({ query: { page: String(page), size: String(PAGE_SIZE) } }))

export type FormerFamily = Awaited<ReturnType<typeof fetchFamilies>>['rows'][number]

export const useFormerFamilies = (page: number, months: number | null) =>
  usePage([...LIST_KEY, months, page], () => fetchFamilies(page))
