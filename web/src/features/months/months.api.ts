import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'

const fetchMonths = () => request(api.months.$get())

export type Month = Awaited<ReturnType<typeof fetchMonths>>['rows'][number]

const KEY = ['months'] as const

export const offeredMonthsQuery = () =>
  queryOptions({ queryKey: [...KEY, 'offered'], queryFn: fetchMonths, select: (answer) => answer.rows })

/** The months open for registration, in calendar order. */
export const useOfferedMonths = () => useQuery(offeredMonthsQuery())

export const monthQuery = (id: string | null) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: () => request(api.months[':id'].$get({ param: { id: id ?? '' } })),
  })

/** One month on offer by its id; drafts, past months and unknown ids are errors. */
export function useMonth(id: string | null) {
  return useQuery({ ...monthQuery(id), enabled: id !== null })
}
