import { api, ignoreNotFound, request } from '../../lib/api-client'
import { queryClient } from '../../lib/query-client'
import { keyedMutationHook } from '../../lib/use-app-mutation'
import { usePage } from '../../lib/use-page'

const KEY = ['admin', 'sessions'] as const
const PAGE_SIZE = 25

const fetchPage = (page: number) =>
  request(api.admin.sessions.$get({ query: { page: String(page), size: String(PAGE_SIZE) } }))

export type StaffSession = Awaited<ReturnType<typeof fetchPage>>['rows'][number]

/** One page, the last used first, updated live. */
export const useStaffSessions = (page: number) => usePage([...KEY, page], () => fetchPage(page))

export const useEndStaffSession = keyedMutationHook((id: string) => ({
  mutationKey: [...KEY, 'end', id],
  mutationFn: () => ignoreNotFound(request(api.admin.sessions[':id'].$delete({ param: { id } }))),
  onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
}))
