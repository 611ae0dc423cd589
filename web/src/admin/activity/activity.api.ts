import type { ActivityKind, ActorRole } from '@aftercare/domain/activity/activity'
import { activityCsvName } from '@aftercare/domain/lib/csv'
import { api, request, requestFile } from '../../lib/api-client'
import { today } from '../../lib/program'
import { usePage } from '../../lib/use-page'

const KEY = ['admin', 'activity'] as const

/** Stored in the page's URL. */
export type ActivityFilter = {
  who: 'all' | ActorRole
  kind: 'all' | ActivityKind
  person: string
  from: string | null
  to: string | null
}

const queryOf = ({ from, to, ...filter }: ActivityFilter) => ({
  ...filter,
  ...(from && { from }),
  ...(to && { to }),
})

const fetchPage = (filter: ActivityFilter, before: string | null) =>
  request(api.admin.activity.$get({ query: { ...queryOf(filter), ...(before && { before }) } }))

export type ActivityPage = Awaited<ReturnType<typeof fetchPage>>

/** The newest page updates live; older ones never change. */
export const useActivity = (filter: ActivityFilter, before: string | null) =>
  usePage([...KEY, filter, before], () => fetchPage(filter, before))

export async function exportActivity(filter: ActivityFilter) {
  const { file } = await requestFile(api.admin.activity.export.$get({ query: queryOf(filter) }))
  return { file, name: activityCsvName(today()), message: 'Filtered activity exported.' }
}
