import type { ChildInput } from '@aftercare/domain/children/children'
import type { AccountStatus } from '@aftercare/domain/lib/enums'
import { useQuery } from '@tanstack/react-query'
import { api, ignoreNotFound, request } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import { keyedMutationHook, mutationHook } from '../../lib/use-app-mutation'
import { usePage } from '../../lib/use-page'
import type { SaveOptions } from '../../lib/use-versioned-form'
import { isSameAccount, sendVersioned, type Versioned } from '../../lib/versioned-draft'

export const PARENTS_KEY = ['admin', 'parents'] as const
const PAGE_SIZE = 25
/** Shown wherever a part of a parent's page failed to load. */
export const PARENT_FAILED = 'Failed to load parent data'
const MAX_CHOICES = 100

export const refetchParents = () => queryClient.invalidateQueries({ queryKey: PARENTS_KEY })

export type ParentSort = 'name' | 'email' | 'phone' | 'children' | 'submissions' | 'outstanding' | 'status'
export type ParentsFilter = { search: string; sort: ParentSort; direction: 'asc' | 'desc' }

/** Hono's client does not encode path parameters; a guest's email may contain a slash or a question mark. */
export const pathParams = (id: string) => ({ id: encodeURIComponent(id) })

const fetchPage = (filter: ParentsFilter, page: number) =>
  request(api.admin.parents.$get({ query: { ...filter, page: String(page), size: String(PAGE_SIZE) } }))
const fetchOne = (id: string) => request(api.admin.parents[':id'].$get({ param: pathParams(id) }))
type SubmissionsOrder = 'newest' | 'unpaid_first'
const fetchSubmissions = (id: string, page: number, size: number, order: SubmissionsOrder = 'newest') =>
  request(
    api.admin.parents[':id'].submissions.$get({
      param: pathParams(id),
      query: { page: String(page), size: String(size), order },
    }),
  )
const fetchPayments = (id: string, page: number) =>
  request(
    api.admin.parents[':id'].payments.$get({
      param: pathParams(id),
      query: { page: String(page), size: String(PAGE_SIZE) },
    }),
  )

export type ListedParent = Awaited<ReturnType<typeof fetchPage>>['rows'][number]
export type ParentDetail = Awaited<ReturnType<typeof fetchOne>>
export type FamilyAdult = ParentDetail['adults'][number]
export type ParentSubmission = Awaited<ReturnType<typeof fetchSubmissions>>['rows'][number]
export type Payment = Awaited<ReturnType<typeof fetchPayments>>['rows'][number]

export const useListedParents = (filter: ParentsFilter, page: number) =>
  usePage([...PARENTS_KEY, 'list', filter, page], () => fetchPage(filter, page))

export function useParent(id: string, options: { enabled?: boolean } = {}) {
  return useQuery({ queryKey: [...PARENTS_KEY, 'one', id], queryFn: () => fetchOne(id), ...options })
}

export const useParentSubmissions = (id: string, page: number) =>
  usePage([...PARENTS_KEY, 'submissions', id, page], () => fetchSubmissions(id, page, PAGE_SIZE))

/** The submissions to apply a payment to: unpaid ones first, each newest first. */
export function useSubmissionChoices(id: string) {
  return useQuery({
    queryKey: [...PARENTS_KEY, 'choices', id],
    queryFn: () => fetchSubmissions(id, 1, MAX_CHOICES, 'unpaid_first'),
    select: ({ rows }) => rows,
  })
}

export const useParentPayments = (id: string, page: number) =>
  usePage([...PARENTS_KEY, 'payments', id, page], () => fetchPayments(id, page))

/** As typed. */
export type NewFamily = {
  full_name: string
  email: string
  phone: string
  children: ChildInput[]
  send_invitation: boolean
}

/** Of the address that was typed. */
export type KnownFamily = { id: string; name: string }

export const useAddFamily = mutationHook({
  mutationKey: [...PARENTS_KEY, 'add'],
  mutationFn: (json: NewFamily) =>
    withIdempotencyKey('new family', json, (headers) =>
      request(api.admin.parents.$post({ json }, { headers })),
    ),
  onSettled: refetchParents,
})

/** Emails the parent a link to choose a first password. */
export const useInviteParent = keyedMutationHook((id: string) => ({
  mutationKey: [...PARENTS_KEY, 'invite', id],
  mutationFn: () => request(api.admin.parents[':id'].invitation.$post({ param: pathParams(id) })),
  onSuccess: (saved) => void queryClient.setQueryData([...PARENTS_KEY, 'one', id], saved),
  onSettled: refetchParents,
}))

const fetchInvitations = (id: string) =>
  request(api.admin.parents[':id']['family-invitations'].$get({ param: { id } }))
export type FamilyInvitation = Awaited<ReturnType<typeof fetchInvitations>>['rows'][number]

/** The open invitations to join a family. */
export const useFamilyInvitations = (id: string) =>
  useQuery({ queryKey: [...PARENTS_KEY, 'invitations', id], queryFn: () => fetchInvitations(id) })

export const useInviteAdult = keyedMutationHook((id: string) => ({
  mutationKey: [...PARENTS_KEY, 'invite adult', id],
  mutationFn: (email: string) =>
    withIdempotencyKey(`invite adult ${id}`, email, (headers) =>
      request(
        api.admin.parents[':id']['family-invitations'].$post({ param: { id }, json: { email } }, { headers }),
      ),
    ),
  onSettled: refetchParents,
}))

type InvitationIds = { familyId: string; invitationId: string }
const invitationParams = ({ familyId, invitationId }: InvitationIds) => ({
  param: { id: familyId, invitation_id: invitationId },
})

/** Mails a new link; the old one stops working. */
export const useResendAdultInvitation = keyedMutationHook((ids: InvitationIds) => ({
  mutationKey: [...PARENTS_KEY, 'send again', ids.invitationId],
  mutationFn: () =>
    request(
      api.admin.parents[':id']['family-invitations'][':invitation_id']['send-again'].$post(
        invitationParams(ids),
      ),
    ),
  onSettled: refetchParents,
}))

export const useCancelAdultInvitation = keyedMutationHook((ids: InvitationIds) => ({
  mutationKey: [...PARENTS_KEY, 'cancel', ids.invitationId],
  mutationFn: () =>
    ignoreNotFound(
      request(
        api.admin.parents[':id']['family-invitations'][':invitation_id'].$delete(invitationParams(ids)),
      ),
    ),
  onSettled: refetchParents,
}))

type AdultIds = { parentId: string; adultId: string }

/** Takes somebody who joined the family out of it. Their account stays. */
export const useRemoveAdult = keyedMutationHook(({ parentId, adultId }: AdultIds) => ({
  mutationKey: [...PARENTS_KEY, 'remove adult', adultId],
  mutationFn: () =>
    ignoreNotFound(
      request(
        api.admin.parents[':id'].adults[':member_id'].$delete({
          param: { ...pathParams(parentId), member_id: adultId },
        }),
      ),
    ),
  onSettled: refetchParents,
}))

export type ParentValues = { full_name: string; email: string; phone: string; status: AccountStatus }

export const storedParent = ({
  full_name,
  email,
  phone,
  status,
  version,
}: Pick<ParentDetail, 'full_name' | 'email' | 'phone' | 'status' | 'version'>): Versioned<ParentValues> => ({
  values: { full_name, email, phone: phone ?? '', status: status === 'guest' ? 'active' : status },
  version: version ?? 0,
  isSame: isSameAccount,
})

export const saveParentOptions = (id: string): SaveOptions<ParentDetail, ParentValues> => ({
  mutationKey: [...PARENTS_KEY, 'update', id],
  mutationFn: (save) =>
    sendVersioned(`parent ${id}`, save, storedParent, ({ changes, version }, headers) =>
      request(
        api.admin.parents[':id'].$patch(
          { param: pathParams(id), json: { ...changes, version } },
          { headers },
        ),
      ),
    ),
  onSuccess: (saved) => void queryClient.setQueryData([...PARENTS_KEY, 'one', saved.id], saved),
  onSettled: refetchParents,
})
