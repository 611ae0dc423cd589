import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, request } from '../api-client'
import { useLive } from '../live'

const PAGE_SIZE = 20

const fetchPage = (page: number, size: number) =>
  request(api.submissions.$get({ query: { page: String(page), size: String(size) } }))

const fetchOne = (id: string) => request(api.submissions[':id'].$get({ param: { id } }))

/** A submission of the signed-in parent, with its child's name and its month (none for a drop-in). */
export type Submission = Awaited<ReturnType<typeof fetchOne>>

const KEY = ['submissions'] as const

function useSubmissionChanges() {
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries({ queryKey: KEY })
  useLive('submissions', refresh)
  // Every row carries its month: closed days and prices as they are now.
  useLive('months', refresh)
}

export const submissionsQuery = (page: number, size: number) =>
  queryOptions({ queryKey: [...KEY, 'list', page, size], queryFn: () => fetchPage(page, size) })

/** Newest first, page by page: `data.rows`, `data.total`. */
export function useSubmissions({ page = 1, size = PAGE_SIZE } = {}) {
  useSubmissionChanges()
  return useQuery({ ...submissionsQuery(page, size), placeholderData: keepPreviousData })
}

export function useSubmission(id: string | null) {
  useSubmissionChanges()
  const client = useQueryClient()
  return useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: () => fetchOne(id ?? ''),
    enabled: id !== null,
    // The list on the page behind the dialog has the row already.
    placeholderData: () =>
      client
        .getQueriesData<{ rows: Submission[] }>({ queryKey: [...KEY, 'list'] })
        .flatMap(([, answer]) => answer?.rows ?? [])
        .find((row) => row.id === id),
  })
}

export const registeredQuery = () =>
  queryOptions({
    queryKey: [...KEY, 'registered'],
    queryFn: () => request(api.submissions.registered.$get()),
    select: (answer) => answer.rows,
  })

/** Which of the parent's children is registered for which month. */
export function useRegistered(options: { enabled?: boolean } = {}) {
  useSubmissionChanges()
  return useQuery({ ...registeredQuery(), enabled: options.enabled ?? true })
}

export type RegistrationInput =
  | { month_id: string; child_ids: string[]; selected_days: number[]; agreed: true }
  | {
      month_id: string
      selected_days: number[]
      agreed: true
      guest_parent_name: string
      guest_parent_email: string
      guest_child_name: string
      guest_child_allergies: string
      guest_child_notes: string
    }

export function useRegister() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ key, ...json }: RegistrationInput & { key: string }) =>
      request(api.submissions.$post({ json }, { headers: { 'Idempotency-Key': key } })),
    onSettled: () => void client.invalidateQueries({ queryKey: KEY }),
  })
}

export function useEditSubmission(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ key, ...json }: { selected_days: number[]; agreed: true; version: number; key: string }) =>
      request(
        api.submissions[':id'].$patch({ param: { id }, json }, { headers: { 'Idempotency-Key': key } }),
      ),
    onSuccess: (submission) => client.setQueryData([...KEY, 'one', id], submission),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
}
