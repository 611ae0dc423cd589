import { type DayType, toMonthCalendar } from '@aftercare/domain/months/months'
import type { CreditChoice } from '@aftercare/domain/pricing/credits'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { api, ignoreNotFound, request } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient, replaceInList } from '../../lib/query-client'
import { keyedMutationHook, mutationHook } from '../../lib/use-app-mutation'
import type { SaveOptions } from '../../lib/use-versioned-form'
import type { Versioned } from '../../lib/versioned-draft'
import { applyMonthValues, type MonthValues, toMonthValues } from './month-values'

const MONTHS_KEY = ['admin', 'months'] as const

const listMonths = () => request(api.admin.months.$get())

export type AdminMonth = Awaited<ReturnType<typeof listMonths>>['rows'][number]

const monthsQuery = queryOptions({
  queryKey: [...MONTHS_KEY, 'list'],
  queryFn: listMonths,
  select: ({ rows }) => rows,
})

/** All months in calendar order, updated live. */
export const useAdminMonths = () => useQuery(monthsQuery)

const refresh = () => queryClient.invalidateQueries({ queryKey: MONTHS_KEY })

export type NewMonth = { month_name: string; year: number }

export const useCreateMonth = mutationHook({
  mutationKey: [...MONTHS_KEY, 'create'],
  mutationFn: (json: NewMonth) =>
    withIdempotencyKey('create month', json, (headers) =>
      // The server validates the month name.
      request(
        api.admin.months.$post(
          { json: json as Parameters<typeof api.admin.months.$post>[0]['json'] },
          { headers },
        ),
      ),
    ),
  onSettled: refresh,
})

export const storedMonth = (row: AdminMonth): Versioned<MonthValues> => ({
  values: toMonthValues(toMonthCalendar(row), row.is_active),
  version: row.version,
})

/** With how many families were written to. */
type SavedMonth = AdminMonth & { families: number }

/** Sends all days, so that days which the admin has not seen are never published. */
export const saveMonthOptions = (row: AdminMonth): SaveOptions<SavedMonth, MonthValues> => ({
  mutationKey: [...MONTHS_KEY, 'save', row.id],
  mutationFn: ({ values, changes, version }) => {
    const calendar = applyMonthValues(toMonthCalendar(row), values)
    const { is_active, publish_prices, fees, credits, message } = changes
    const json = {
      day_types: { ...calendar.dayTypes } as Record<string, DayType>,
      closed_days: [...calendar.closedDays],
      seats: calendar.seating.seats,
      day_seats: { ...calendar.seating.daySeats },
      version,
      ...(is_active !== undefined && { is_active }),
      ...(publish_prices && { publish_prices }),
      ...(fees ? { fees } : { nobody_booked: true as const }),
      ...(credits && { credits }),
      ...(message && { message }),
    }
    return withIdempotencyKey(`save month ${row.id}`, json, (headers) =>
      request(api.admin.months[':id'].$patch({ param: { id: row.id }, json }, { headers })),
    )
  },
  onSuccess: ({ families: _, ...saved }) => void replaceInList(monthsQuery.queryKey, saved),
  onError: refresh,
})

export const useDeleteMonth = mutationHook({
  mutationFn: ({ id }: AdminMonth) =>
    ignoreNotFound(request(api.admin.months[':id'].$delete({ param: { id } }))),
  onSettled: refresh,
})

const dayFeesQuery = (monthId: string, day: number) => ({
  queryKey: [...MONTHS_KEY, 'registrations', monthId, day, 'fees'] as const,
  queryFn: () =>
    request(api.admin.months[':id'].days[':day'].fees.$get({ param: { id: monthId, day: String(day) } })),
  // Money is shown as it is now.
  staleTime: 0,
})

/** Whom a day concerns, and how much money. */
export const useDayFees = (monthId: string, day: number) => useQuery(dayFeesQuery(monthId, day))

/** The same for several days; undefined until all have loaded. */
export function useFeesOfDays(monthId: string, days: readonly number[]) {
  const queries = useQueries({ queries: days.map((day) => dayFeesQuery(monthId, day)) })
  const loaded = queries.flatMap(({ data }) => data ?? [])
  const failed = queries.filter(({ data, isError }) => !data && isError)
  return {
    data: loaded.length === days.length ? loaded : undefined,
    isError: failed.length > 0,
    refetch: () => Promise.all(failed.map((query) => query.refetch())),
  }
}

export type DayFees = NonNullable<ReturnType<typeof useFeesOfDays>['data']>[number]

export type ReinstatedDay = { day: number; credits: CreditChoice; version: number }

export const useReinstateDay = keyedMutationHook((monthId: string) => ({
  mutationKey: [...MONTHS_KEY, 'reinstate', monthId],
  mutationFn: ({ day, ...json }: ReinstatedDay) =>
    withIdempotencyKey(`reinstate ${monthId} ${day}`, json, (headers) =>
      request(
        api.admin.months[':id'].days[':day'].reinstate.$post(
          { param: { id: monthId, day: String(day) }, json },
          { headers },
        ),
      ),
    ),
  onSuccess: (saved) => void replaceInList(monthsQuery.queryKey, saved),
  onSettled: refresh,
}))

/** Registered children per day of the month, and taken seats, which include drop-ins. */
export function useRegistrationCounts(monthId: string) {
  return useQuery({
    queryKey: [...MONTHS_KEY, 'registrations', monthId],
    queryFn: () => request(api.admin.months[':id'].registrations.$get({ param: { id: monthId } })),
  })
}

const fetchChildrenOfDay = (monthId: string, day: number | null) =>
  request(
    api.admin.months[':id'].registrations[':day'].$get({
      param: { id: monthId, day: String(day) },
      query: {},
    }),
  )

export type ChildrenOfDay = Awaited<ReturnType<typeof fetchChildrenOfDay>>

/** Who comes on a day, drop-ins included; fetched only while the dialog is open. */
export function useChildrenOfDay(monthId: string, day: number | null) {
  return useQuery({
    queryKey: [...MONTHS_KEY, 'registrations', monthId, day],
    queryFn: () => fetchChildrenOfDay(monthId, day),
    enabled: day !== null,
  })
}
