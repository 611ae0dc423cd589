import type { EmailPreferences } from '@aftercare/domain/admins/email-preferences'
import type { StaffRole } from '@aftercare/domain/lib/enums'
import { useMutationState, useQuery } from '@tanstack/react-query'
import { api, request, switchTimeout } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient, replaceInList } from '../../lib/query-client'
import {
  keyedMutationHook,
  type MutationCallbacks,
  mutationHook,
  useAppMutation,
} from '../../lib/use-app-mutation'
import type { SaveOptions } from '../../lib/use-versioned-form'
import { isSameAccount, sendVersioned } from '../../lib/versioned-draft'

const KEY = ['admin', 'admins'] as const
const refresh = () => queryClient.invalidateQueries({ queryKey: KEY })

/** More admins than one programme has; beyond it, the list says that it is cut. */
const MAX_ADMINS = 100

const fetchAdmins = () => request(api.admin.admins.$get({ query: { page: '1', size: String(MAX_ADMINS) } }))

type AdminList = Awaited<ReturnType<typeof fetchAdmins>>
export type AdminUser = AdminList['rows'][number]

/** All admins, newest first. */
export const useAdmins = () => useQuery({ queryKey: KEY, queryFn: fetchAdmins })

const replace = (saved: AdminUser) => replaceInList(KEY, saved)

export type AdminValues = Pick<AdminUser, 'full_name' | 'email' | 'role' | 'preferences'> & { phone: string }

export const storedAdmin = ({ full_name, email, phone, role, preferences, version }: AdminUser) => ({
  values: { full_name, email, phone: phone ?? '', role, preferences },
  version,
  isSame: isSameAccount,
})

export const saveAdminOptions = (id: string): SaveOptions<AdminUser, AdminValues> => ({
  mutationFn: (save) =>
    sendVersioned(`admin ${id}`, save, storedAdmin, ({ changes, version }, headers) =>
      request(api.admin.admins[':id'].$patch({ param: { id }, json: { ...changes, version } }, { headers })),
    ),
  onSuccess: (saved) => void replace(saved),
  onSettled: refresh,
})

type PreferenceChange = Partial<EmailPreferences>

/**
 * Optimistic: the pending values are merged over the cached ones and never written to the cache, so a failure reverts
 * them even if the list cannot be refetched. One admin's changes are sent in order, so the last click wins.
 */
export function useSetPreferences(id: string, callbacks: MutationCallbacks<unknown>) {
  const mutationKey = [...KEY, 'preferences', id]
  const { mutate } = useAppMutation(
    {
      mutationKey,
      allowConcurrent: true,
      scope: { id: `preferences ${id}` },
      mutationFn: (json: PreferenceChange) =>
        request(api.admin.admins[':id'].preferences.$put({ param: { id }, json }, switchTimeout())),
      onSuccess: replace,
      onSettled: refresh,
    },
    callbacks,
  )
  const sending = useMutationState({
    filters: { mutationKey, exact: true, status: 'pending' },
    select: ({ state }) => state.variables as PreferenceChange,
  })
  return { mutate, pending: Object.assign({}, ...sending) as PreferenceChange }
}

export type Invitation = { full_name: string; email: string; role: StaffRole }

export const useInviteAdmin = mutationHook({
  mutationFn: (json: Invitation) =>
    withIdempotencyKey('invite admin', json, (headers) =>
      request(api.admin.admins.$post({ json }, { headers })),
    ),
  onSettled: refresh,
})

export const useRemoveAdmin = mutationHook({
  mutationFn: (id: string) => request(api.admin.admins[':id'].$delete({ param: { id } })),
  onSettled: refresh,
})

/** Keyed, like every mutation of a row: the row is mounted again when the list changes between table and cards. */
export const useSendReset = keyedMutationHook((id: string) => ({
  mutationKey: [...KEY, 'send reset', id],
  mutationFn: () => request(api.admin.admins[':id']['send-reset'].$post({ param: { id } })),
}))

export const useResetTwoFactor = mutationHook({
  mutationFn: (id: string) => request(api.admin.admins[':id']['reset-two-factor'].$post({ param: { id } })),
  onSuccess: replace,
  onSettled: refresh,
})
