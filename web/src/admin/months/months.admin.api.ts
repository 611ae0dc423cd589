import type { DayType, MonthCalendar } from '@aftercare/domain/months/months'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, doneIfGone, request } from '../../lib/api-client'
import { withRequestKey } from '../../lib/idempotency-key'
import { queryClient, replaceInList } from '../../lib/query-client'
import { type Outcome, useSending } from '../../lib/use-app-mutation'

const MONTHS_KEY = ['admin', 'months'] as const

const listMonths = () => request(api.admin.months.$get())

export type AdminMonth = Awaited<ReturnType<typeof listMonths>>['rows'][number]

const monthsQuery = queryOptions({
  queryKey: [...MONTHS_KEY, 'list'],
  queryFn: listMonths,
  select: ({ rows }) => rows,
})

/** All months in calendar order; what another admin changes, and new submissions, show by themselves. */
export const useAdminMonths = () => useQuery(monthsQuery)

const refresh = () => queryClient.invalidateQueries({ queryKey: MONTHS_KEY })

export type NewMonth = { month_name: string; year: number }

export function useCreateMonth(outcome: Outcome<AdminMonth, NewMonth>) {
  return useSending(
    {
      mutationKey: [...MONTHS_KEY, 'create'],
      mutationFn: (json: NewMonth) =>
        withRequestKey('create month', json, (headers) =>
          // The server reads the name as one of the twelve and refuses any other in words.
          request(
            api.admin.months.$post(
              { json: json as Parameters<typeof api.admin.months.$post>[0]['json'] },
              { headers },
            ),
          ),
        ),
      onSettled: refresh,
    },
    outcome,
  )
}

type PublishPrices = { use: 'own' | 'current'; seen: { regular_price: number; special_price: number } }

export type MonthSave = {
  month: AdminMonth
  calendar: MonthCalendar
  is_active?: boolean
  publish_prices?: PublishPrices
}

export function useSaveMonth(monthId: string, outcome: Outcome<AdminMonth, MonthSave>) {
  return useSending(
    {
      mutationKey: [...MONTHS_KEY, 'save', monthId],
      mutationFn: ({ month, calendar, is_active, publish_prices }: MonthSave) => {
        const json = {
          day_types: { ...calendar.dayTypes } as Record<string, DayType>,
          closed_days: [...calendar.closedDays],
          seats: calendar.seating.seats,
          day_seats: { ...calendar.seating.daySeats },
          version: month.version,
          ...(is_active !== undefined && { is_active }),
          ...(publish_prices && { publish_prices }),
        }
        return withRequestKey(`save month ${month.id}`, json, (headers) =>
          request(api.admin.months[':id'].$patch({ param: { id: month.id }, json }, { headers })),
        )
      },
      onSuccess: (saved) => replaceInList(monthsQuery.queryKey, saved),
      onError: refresh,
    },
    outcome,
  )
}

export function useDeleteMonth(outcome: Outcome<unknown, AdminMonth>) {
  return useSending(
    {
      mutationFn: ({ id }: AdminMonth) =>
        doneIfGone(request(api.admin.months[':id'].$delete({ param: { id } }))),
      onSettled: refresh,
    },
    outcome,
  )
}

/** How many children are registered per day number, and how many seats are taken, drop-ins included. */
export function useRegistrationCounts(monthId: string) {
  return useQuery({
    queryKey: [...MONTHS_KEY, 'registrations', monthId],
    queryFn: () => request(api.admin.months[':id'].registrations.$get({ param: { id: monthId } })),
  })
}

/** Who is registered on a day; asked for only while somebody looks. */
export function useRegistrationsOfDay(monthId: string, day: number | null) {
  return useQuery({
    queryKey: [...MONTHS_KEY, 'registrations', monthId, day],
    queryFn: () =>
      request(
        api.admin.months[':id'].registrations[':day'].$get({
          param: { id: monthId, day: String(day) },
          query: {},
        }),
      ),
    enabled: day !== null,
  })
}
