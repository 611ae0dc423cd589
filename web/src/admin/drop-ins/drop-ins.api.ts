import type { DismissalType } from '@aftercare/domain/attendance/attendance'
import type { Day } from '@aftercare/domain/lib/days'
import { api, ignoreNotFound, request } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import { mutationHook } from '../../lib/use-app-mutation'
import { usePage } from '../../lib/use-page'

const KEY = ['admin', 'drop-ins'] as const
const PAGE_SIZE = 25

const fetchPage = (search: string, page: number) =>
  request(api.admin['drop-ins'].$get({ query: { search, page: String(page), size: String(PAGE_SIZE) } }))

export type DropInPage = Awaited<ReturnType<typeof fetchPage>>
export type ListedDropIn = DropInPage['rows'][number]

const refresh = () => void queryClient.invalidateQueries({ queryKey: KEY })

/** One page, newest first, updated live. */
export const useListedDropIns = (search: string, page: number) =>
  usePage([...KEY, search, page], () => fetchPage(search, page))

/** The staff form; the server trims it and turns empty values into null. */
export type DropInEntry = {
  dropin_date: Day
  guest_child_name: string
  guest_parent_name: string
  guest_parent_email: string
  guest_parent_phone: string
  guest_child_allergies: string
  guest_child_notes: string
  dismissal_type: DismissalType
}

/** The flags are set once staff have confirmed a second booking for the child, or a full day. */
export type DropInVariables = DropInEntry & {
  allow_double_booking?: true
  allow_overbooking?: true
  /** As the form showed it, in dollars. */
  fee?: number
  /** A child on file: the server uses the family's own details instead of the entered ones. */
  child_id?: string
}

function sendDropIn({ child_id, ...json }: DropInVariables, headers: Record<string, string>) {
  if (child_id === undefined) return request(api.admin['drop-ins'].$post({ json }, { headers }))
  return request(api.admin.children[':id']['drop-ins'].$post({ param: { id: child_id }, json }, { headers }))
}

export const useAddDropIn = mutationHook({
  mutationKey: [...KEY, 'add'],
  // Sent again without a response, the fee may be another by then: it is the same drop-in.
  mutationFn: ({ fee, ...json }: DropInVariables) =>
    withIdempotencyKey('add drop-in', json, (headers) => sendDropIn({ ...json, fee }, headers)),
  onSettled: refresh,
})

type DropInDeletion = { id: string; tell_family: boolean; message: string }

export const useDeleteDropIn = mutationHook({
  mutationFn: ({ id, ...json }: DropInDeletion) =>
    ignoreNotFound(request(api.admin['drop-ins'][':id'].$delete({ param: { id }, json }))),
  onSettled: refresh,
})
