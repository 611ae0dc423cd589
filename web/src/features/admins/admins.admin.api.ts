import type { EmailPreferences } from '@aftercare/domain/email-preferences'
import { useQuery } from '@tanstack/react-query'
import { api, request } from '../api-client'
import { useLive } from '../live'
import { queryClient } from '../query-client'
import { withRequestKey } from '../request-key'
import { type Outcome, useSending } from '../use-sending'

const KEY = ['admin', 'admins'] as const
const refresh = () => queryClient.invalidateQueries({ queryKey: KEY })

/** More admins than one programme has; should it ever have more, the list says so. */
const MOST = 100

const fetchAdmins = () => request(api.admin.admins.$get({ query: { page: '1', size: String(MOST) } }))

type AdminList = Awaited<ReturnType<typeof fetchAdmins>>
export type AdminUser = AdminList['rows'][number]

/** Everybody who holds the admin role, newest first. */
export function useAdmins() {
  useLive('profiles', () => void refresh())
  useLive('user_roles', () => void refresh())
  useLive('two_step', () => void refresh())
  return useQuery({ queryKey: KEY, queryFn: fetchAdmins })
}

const replaceInList = (saved: AdminUser) =>
  queryClient.setQueryData<AdminList>(KEY, (list) =>
    list ? { ...list, rows: list.rows.map((row) => (row.id === saved.id ? saved : row)) } : list,
  )

export type AdminUpdate = Partial<Pick<AdminUser, 'full_name' | 'email' | 'phone' | 'preferences'>> &
  Pick<AdminUser, 'id' | 'version'>

export function useUpdateAdmin(outcome: Outcome<AdminUser>) {
  return useSending(
    {
      mutationFn: ({ id, ...json }: AdminUpdate) =>
        withRequestKey(`admin ${id}`, json, (headers) =>
          request(api.admin.admins[':id'].$patch({ param: { id }, json }, { headers })),
        ),
      onSuccess: replaceInList,
      onSettled: refresh,
    },
    outcome,
  )
}

export type PreferenceChange = { id: string; preferences: Partial<EmailPreferences> }

/** The switch moves at once, and back if it could not be saved. */
export function useSetPreferences(outcome: Outcome<unknown>) {
  return useSending(
    {
      mayOverlap: true,
      mutationFn: ({ id, preferences }: PreferenceChange) =>
        request(api.admin.admins[':id'].preferences.$put({ param: { id }, json: preferences })),
      onMutate: ({ id, preferences }) => {
        void queryClient.cancelQueries({ queryKey: KEY })
        const row = queryClient.getQueryData<AdminList>(KEY)?.rows.find((each) => each.id === id)
        if (row) replaceInList({ ...row, preferences: { ...row.preferences, ...preferences } })
      },
      onSettled: refresh,
    },
    outcome,
  )
}

type Invitation = { full_name: string; email: string }

export function useInviteAdmin(outcome: Outcome<{ email: string }>) {
  return useSending(
    {
      mutationFn: (json: Invitation) =>
        withRequestKey('invite admin', json, (headers) =>
          request(api.admin.admins.$post({ json }, { headers })),
        ),
      onSettled: refresh,
    },
    outcome,
  )
}

export function useRemoveAdmin(outcome: Outcome<unknown>) {
  return useSending(
    {
      mutationFn: (id: string) => request(api.admin.admins[':id'].$delete({ param: { id } })),
      onSettled: refresh,
    },
    outcome,
  )
}

export function useSendReset(outcome: Outcome<{ email: string }>) {
  return useSending(
    { mutationFn: (id: string) => request(api.admin.admins[':id']['send-reset'].$post({ param: { id } })) },
    outcome,
  )
}

export function useResetTwoStep(outcome: Outcome<AdminUser>) {
  return useSending(
    {
      mutationFn: (id: string) => request(api.admin.admins[':id']['reset-two-step'].$post({ param: { id } })),
      onSuccess: replaceInList,
      onSettled: refresh,
    },
    outcome,
  )
}
