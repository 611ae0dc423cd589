import { toMonthCalendar } from '@aftercare/domain/months/months'
import type { EarlierRegistration } from '@aftercare/domain/registration/quick-choices'
import type { AgreementText } from '@aftercare/domain/site-content/agreements'
import { keepPreviousData, queryOptions, useMutationState, useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import { mutationHook } from '../../lib/use-app-mutation'
import type { SaveOptions } from '../../lib/use-versioned-form'
import { sendVersioned, type Versioned } from '../../lib/versioned-draft'

const fetchPage = (page: number, size: number) =>
  request(api.submissions.$get({ query: { page: String(page), size: String(size) } }))

const fetchOne = (id: string) => request(api.submissions[':id'].$get({ param: { id } }))

/** A submission of the signed-in parent, with its child's name and its month (none for a drop-in). */
export type Submission = Awaited<ReturnType<typeof fetchOne>>

/** What an edit of the days needs to know of a registration. */
export type EditableRegistration = Pick<
  Submission,
  | 'child_id'
  | 'month_id'
  | 'months'
  | 'selected_days'
  | 'attended_days'
  | 'begun_days_stay'
  | 'total_fee'
  | 'day_prices'
  | 'credits'
  | 'cancellation'
  | 'children'
  | 'guest_child_name'
  | 'version'
>

const KEY = ['submissions'] as const

export const submissionsQuery = (page: number, size: number) =>
  queryOptions({ queryKey: [...KEY, 'list', page, size], queryFn: () => fetchPage(page, size) })

/** Newest first, page by page: `data.rows`, `data.total`. */
export function useSubmissions({ page = 1, size }: { page?: number; size: number }) {
  return useQuery({ ...submissionsQuery(page, size), placeholderData: keepPreviousData })
}

export function useSubmission(id: string | null) {
  return useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: () => fetchOne(id ?? ''),
    enabled: id !== null,
    // The list on the page behind the dialog has the row already.
    placeholderData: () =>
      queryClient
        .getQueriesData<{ rows: Submission[] }>({ queryKey: [...KEY, 'list'] })
        .flatMap(([, response]) => response?.rows ?? [])
        .find((row) => row.id === id),
  })
}

export const registeredQuery = () =>
  queryOptions({
    queryKey: [...KEY, 'registered'],
    queryFn: () => request(api.submissions.registered.$get()),
    select: (response) => response.rows,
  })

/** Which of the parent's children is registered for which month. */
export function useRegistered(options: { enabled?: boolean } = {}) {
  return useQuery({ ...registeredQuery(), enabled: options.enabled ?? true })
}

const NO_REGISTRATIONS: EarlierRegistration[] = []

export type EarlierRegistrations = ReturnType<typeof useEarlierRegistrations>

const fetchEarlier = (month_id: string) => request(api.submissions.earlier.$get({ query: { month_id } }))

export const toEarlier = ({ rows }: Awaited<ReturnType<typeof fetchEarlier>>): EarlierRegistration[] =>
  rows.map((row) => ({
    childId: row.child_id,
    month: toMonthCalendar(row.months),
    days: row.selected_days,
  }))

export const earlierQuery = (monthId: string | null) =>
  queryOptions({
    queryKey: [...KEY, 'earlier', monthId],
    queryFn: () => fetchEarlier(monthId ?? ''),
    select: toEarlier,
  })

/** Each child's latest registration before that month. */
export function useEarlierRegistrations(monthId: string | null, options: { enabled?: boolean } = {}) {
  const query = useQuery({
    ...earlierQuery(monthId),
    enabled: monthId !== null && (options.enabled ?? true),
  })
  return { rows: query.data ?? NO_REGISTRATIONS, query }
}

export type GuestPerson = {
  guest_parent_name: string
  guest_parent_email: string
  guest_parent_phone: string
  guest_child_name: string
  guest_child_allergies: string
}

export type RegistrationInput = { month_id: string; selected_days: number[]; agreed: true } & (
  | { child_ids: string[] }
  | (GuestPerson & { guest_child_notes: string })
)

/** With the total that was shown and the text that was agreed to. */
export type RegistrationRequest = RegistrationInput & { fee: number; agreement: AgreementText }

export const REGISTER = 'register'
/** By staff, for somebody else. */
export const STAFF_REGISTER = 'staff register'

/** Sent again without a response, total and language may be others by then: it is the same registration. */
const register = ({ agreement, fee, ...input }: RegistrationRequest) =>
  withIdempotencyKey(REGISTER, input, (headers) =>
    request(api.submissions.$post({ json: { ...input, fee, agreement } }, { headers })),
  )

export const useRegister = mutationHook({
  mutationKey: [REGISTER],
  mutationFn: register,
  onSettled: () => void queryClient.invalidateQueries({ queryKey: KEY }),
})

/** The latest registration sent from this tab, also by a form that has unmounted. */
export const useLatestRegistration = (sentAs: string) =>
  useMutationState({
    filters: { mutationKey: [sentAs], exact: true },
    select: ({ state }) => ({ status: state.status, variables: state.variables as RegistrationRequest }),
  }).at(-1)

export async function createCancelRequest(id: string, text: string): Promise<void> {
  try {
    const submission = await withIdempotencyKey(`ask to cancel ${id}`, text, (headers) =>
      request(api.submissions[':id']['cancel-request'].$post({ param: { id }, json: { text } }, { headers })),
    )
    queryClient.setQueryData([...KEY, 'one', id], submission)
  } finally {
    void queryClient.invalidateQueries({ queryKey: KEY })
  }
}

export async function withdrawDropIn(id: string): Promise<void> {
  try {
    await withIdempotencyKey(`withdraw ${id}`, id, (headers) =>
      request(api['drop-ins'][':id'].$delete({ param: { id } }, { headers })),
    )
  } finally {
    void queryClient.invalidateQueries({ queryKey: KEY })
  }
}

export type DayValues = { days: number[]; agreedTo: AgreementText | null }

export const storedDays = ({
  selected_days,
  version,
}: Pick<Submission, 'selected_days' | 'version'>): Versioned<DayValues> => ({
  values: { days: selected_days, agreedTo: null },
  version,
})

/** The server requires all days, and the agreement, each time. */
export const editInput = (
  { values: { days, agreedTo }, version }: Versioned<DayValues>,
  shownFeeCents: (days: readonly number[]) => number,
) => ({
  selected_days: days,
  agreed: true as const,
  agreement: agreedTo ?? undefined,
  fee: shownFeeCents(days) / 100,
  version,
})

export const saveDaysOptions = (
  id: string,
  shownFeeCents: (days: readonly number[]) => number,
): SaveOptions<Submission, DayValues> => ({
  mutationKey: ['edit submission', id],
  mutationFn: (save) =>
    sendVersioned(`submission ${id}`, save, storedDays, (current, headers) => {
      const json = editInput(current, shownFeeCents)
      return request(api.submissions[':id'].$patch({ param: { id }, json }, { headers }))
    }),
  onSuccess: (submission) => void queryClient.setQueryData([...KEY, 'one', id], submission),
  onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
})
