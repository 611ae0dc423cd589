import type { EmailPreferences } from '@aftercare/domain/admins/email-preferences'
import { useMutationState, useQuery } from '@tanstack/react-query'
import { api, request, switchTimeout } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient, replaceInList } from '../../lib/query-client'
import { type MutationCallbacks, useAppMutation } from '../../lib/use-app-mutation'
import type { SaveOptions } from '../../lib/use-versioned-form'
import { sendVersioned } from '../../lib/versioned-draft'

const KEY = ['admin', 'admins'] as const
const refresh = () => queryClient.invalidateQueries({ queryKey: KEY })

/** More admins than one programme has; should it ever have more, the list says so. */
const MOST = 100

const fetchAdmins = () => request(api.admin.admins.$get({ query: { page: '1', size: String(MOST) } }))

type AdminList = Awaited<ReturnType<typeof fetchAdmins>>
export type AdminUser = AdminList['rows'][number]

/** Everybody who holds the admin role, newest first. */
export const useAdmins = () => useQuery({ queryKey: KEY, queryFn: fetchAdmins })

const replace = (saved: AdminUser) => replaceInList(KEY, saved)

export type AdminValues = Pick<AdminUser, 'full_name' | 'email' | 'preferences'> & { phone: string }

export const storedAdmin = ({ full_name, email, phone, preferences, version }: AdminUser) => ({
  values: { full_name, email, phone: phone ?? '', preferences },
  version,
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
 * A switch moves at once. What it shows on the way lies over what is stored and is never written into it, so a failure
 * moves it back, also where the list cannot be read again. The changes of one admin are sent one after the other: of
 * two presses the later one counts, however long the first takes.
 */
export function useSetPreferences(id: string, outcome: MutationCallbacks<unknown>) {
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
    outcome,
  )
  const sending = useMutationState({
    filters: { mutationKey, exact: true, status: 'pending' },
    select: ({ state }) => state.variables as PreferenceChange,
  })
  return { mutate, pending: Object.assign({}, ...sending) as PreferenceChange }
}

type Invitation = { full_name: string; email: string }

export function useInviteAdmin(outcome: MutationCallbacks<{ email: string }>) {
  return useAppMutation(
    {
      mutationFn: (json: Invitation) =>
        withIdempotencyKey('invite admin', json, (headers) =>
          request(api.admin.admins.$post({ json }, { headers })),
        ),
      onSettled: refresh,
    },
    outcome,
  )
}

export function useRemoveAdmin(outcome: MutationCallbacks<unknown>) {
  return useAppMutation(
    {
      mutationFn: (id: string) => request(api.admin.admins[':id'].$delete({ param: { id } })),
      onSettled: refresh,
    },
    outcome,
  )
}

export function useSendReset(outcome: MutationCallbacks<{ email: string }>) {
  return useAppMutation(
    { mutationFn: (id: string) => request(api.admin.admins[':id']['send-reset'].$post({ param: { id } })) },
    outcome,
  )
}

export function useResetTwoFactor(outcome: MutationCallbacks<AdminUser>) {
  return useAppMutation(
    {
      mutationFn: (id: string) => request(api.admin.admins[':id']['reset-two-step'].$post({ param: { id } })),
      onSuccess: replace,
      onSettled: refresh,
    },
    outcome,
  )
}
