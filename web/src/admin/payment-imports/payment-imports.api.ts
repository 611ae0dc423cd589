import type { DateOrder } from '@aftercare/domain/imports/import-dates'
import type { PaymentColumns } from '@aftercare/domain/imports/payment-fields'
import type { ReviewState } from '@aftercare/domain/imports/payment-review'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, request, switchTimeout } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import { type MutationCallbacks, useAppMutation } from '../../lib/use-app-mutation'
import { sendImport } from '../imports/send-import'

const KEY = ['admin', 'imports', 'payments'] as const
const REVIEW_KEY = [...KEY, 'review'] as const
const imports = api.admin['payment-imports']

/** What is shown of the review. */
export type ReviewView = { state: ReviewState | 'all'; page: number }
const queryOf = ({ state, page }: ReviewView) => ({ state, page: String(page) })
const reviewKey = ({ state, page }: ReviewView) => [...REVIEW_KEY, state, page] as const

const fetchReview = (view: ReviewView) => request(imports.review.$get({ query: queryOf(view) }))
const fetchImports = (page: number) => request(imports.$get({ query: { page: String(page) } }))

export type PaymentReview = NonNullable<Awaited<ReturnType<typeof fetchReview>>['review']>
export type ReviewLine = PaymentReview['rows'][number]
export type PaymentImport = Awaited<ReturnType<typeof fetchImports>>['rows'][number]

/** The file under review, stored on the server; null if there is none. */
export function usePaymentReview(view: ReviewView) {
  return useQuery({
    queryKey: reviewKey(view),
    queryFn: () => fetchReview(view),
    placeholderData: keepPreviousData,
  })
}

/** Pages that are not shown are fetched again when they are; a response that was overtaken by a later one is dropped. */
function showReview(view: ReviewView, review: PaymentReview): void {
  const shown = queryClient.getQueryData<{ review: PaymentReview | null }>(reviewKey(view))?.review
  if (shown?.id === review.id && shown.version > review.version) return
  void queryClient.invalidateQueries({ queryKey: REVIEW_KEY, refetchType: 'none' })
  queryClient.setQueryData(reviewKey(view), { review })
}

const FIRST_PAGE: ReviewView = { state: 'all', page: 1 }

/** Sends a file to be read, in place of one that is under review. */
export function useUploadPayments(callbacks: MutationCallbacks<PaymentReview, File>) {
  return useAppMutation(
    {
      mutationKey: [...KEY, 'upload'],
      mutationFn: (file: File) =>
        request(
          imports.review.$post(
            { query: { file_name: file.name.slice(-200) } },
            { headers: { 'Content-Type': 'text/csv' }, init: { body: file } },
          ),
        ),
      onSuccess: (review) => {
        queryClient.removeQueries({ queryKey: REVIEW_KEY, type: 'inactive' })
        showReview(FIRST_PAGE, review)
      },
    },
    callbacks,
  )
}

export type Decision = {
  columns?: Partial<PaymentColumns>
  date_order?: DateOrder
  line?: number
  family_id?: string
  skipped?: boolean
  included?: boolean
  submission_id?: string | null
}

/** What is decided is stored at once, in the order of the clicks. */
export function useDecide(id: string, view: ReviewView, callbacks: MutationCallbacks<unknown, Decision>) {
  return useAppMutation(
    {
      mutationKey: [...KEY, 'decide'],
      allowConcurrent: true,
      scope: { id: 'decide payments' },
      mutationFn: (decision: Decision) =>
        request(imports.review.$patch({ query: queryOf(view), json: { id, ...decision } }, switchTimeout())),
      onSuccess: (review) => showReview(view, review),
      onError: () => queryClient.invalidateQueries({ queryKey: REVIEW_KEY }),
    },
    callbacks,
  )
}

export function useDiscardReview(callbacks: MutationCallbacks<unknown, string>) {
  return useAppMutation(
    {
      mutationKey: [...KEY, 'discard'],
      mutationFn: (id: string) => request(imports.review[':id'].$delete({ param: { id } })),
      onSettled: () => queryClient.invalidateQueries({ queryKey: REVIEW_KEY }),
    },
    callbacks,
  )
}

// Also after an error: the payments may have been stored although the response was lost.
const refresh = () => {
  void queryClient.invalidateQueries({ queryKey: ['admin', 'imports'] })
  void queryClient.invalidateQueries({ queryKey: ['admin', 'parents'] })
  void queryClient.invalidateQueries({ queryKey: ['admin', 'submissions'] })
}

const isUnderReview = async (id: string) => (await fetchReview(FIRST_PAGE)).review?.id === id

export function useImportPayments(callbacks: MutationCallbacks<PaymentImport>) {
  return useAppMutation(
    {
      mutationKey: [...KEY, 'import'],
      mutationFn: (json: { id: string; version: number }) =>
        sendImport(
          () =>
            withIdempotencyKey('import payments', json, (headers) =>
              request(imports.$post({ json }, { headers })),
            ),
          () => isUnderReview(json.id),
        ),
      onSettled: refresh,
    },
    callbacks,
  )
}

export function useEarlierImports(page: number) {
  return useQuery({
    queryKey: [...KEY, 'earlier', page],
    queryFn: () => fetchImports(page),
    placeholderData: keepPreviousData,
  })
}

export function useUndoImport(callbacks: MutationCallbacks<PaymentImport, string>) {
  return useAppMutation(
    {
      mutationKey: [...KEY, 'undo'],
      mutationFn: (id: string) =>
        withIdempotencyKey('undo import', { id }, (headers) =>
          request(imports[':id'].undo.$post({ param: { id } }, { headers })),
        ),
      onSettled: refresh,
    },
    callbacks,
  )
}

/** Families to choose from, those with names similar to the payer's first. */
export function useFamilyChoices(payer: string, search: string) {
  return useQuery({
    queryKey: [...KEY, 'families', payer, search],
    queryFn: () => request(imports.families.$get({ query: { payer: payer.slice(0, 200), search } })),
    placeholderData: keepPreviousData,
  })
}
