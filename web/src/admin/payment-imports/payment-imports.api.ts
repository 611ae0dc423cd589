import type { DateOrder } from '@aftercare/domain/imports/import-dates'
import type { PaymentColumns } from '@aftercare/domain/imports/payment-fields'
import type { ReviewState } from '@aftercare/domain/imports/payment-review'
import { useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { mutationHook } from '../../lib/use-app-mutation'
import { usePage } from '../../lib/use-page'
import { importReview } from '../imports/import-review'

const KEY = ['admin', 'imports', 'payments'] as const
const imports = api.admin['payment-imports']

const fetchReview = (query: { state: ReviewState | 'all'; page: string }) =>
  request(imports.review.$get({ query }))
const fetchImports = (page: number) => request(imports.$get({ query: { page: String(page) } }))

export type PaymentReviewJson = NonNullable<Awaited<ReturnType<typeof fetchReview>>['review']>
export type PaymentReviewLine = PaymentReviewJson['rows'][number]
export type PaymentImport = Awaited<ReturnType<typeof fetchImports>>['rows'][number]

export type PaymentDecision = {
  columns?: Partial<PaymentColumns>
  date_order?: DateOrder
  line?: number
  family_id?: string
  skipped?: boolean
  included?: boolean
  submission_id?: string | null
  payment_id?: string
}

export const paymentImports = importReview('payments', {
  fetch: fetchReview,
  upload: (query, options) => request(imports.review.$post({ query }, options)),
  decide: (query, json: PaymentDecision & { id: string }, options) =>
    request(imports.review.$patch({ query, json }, options)),
  discard: (param) => request(imports.review[':id'].$delete({ param })),
  post: (json, options) => request(imports.$post({ json }, options)),
  changes: 'submissions',
})

export const useEarlierImports = (page: number) =>
  usePage([...KEY, 'earlier', page], () => fetchImports(page))

export const useUndoImport = mutationHook({
  mutationKey: [...KEY, 'undo'],
  mutationFn: (id: string) =>
    withIdempotencyKey('undo import', { id }, (headers) =>
      request(imports[':id'].undo.$post({ param: { id } }, { headers })),
    ),
  onSettled: paymentImports.refresh,
})

/** Families to choose from, those with names similar to the payer's first. */
export const useFamilyChoices = (payer: string, search: string) =>
  usePage([...KEY, 'families', payer, search], () =>
    request(imports.families.$get({ query: { payer: payer.slice(0, 200), search } })),
  )

/** The family's payments with at least that much left, in dollars. */
export const useReversiblePayments = (family_id: string, amount: number) =>
  useQuery({
    queryKey: [...KEY, 'payments', family_id, amount],
    queryFn: () => request(imports.payments.$get({ query: { family_id, amount: amount.toFixed(2) } })),
  })
