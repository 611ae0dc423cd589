import type { PaymentMethod } from '@aftercare/domain/payments/balances'
import { api, request } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import { keyedMutationHook } from '../../lib/use-app-mutation'

export type NewPayment = {
  parent_id: string
  amount: string
  payment_date: string
  payment_method: PaymentMethod | ''
  submission_id: string
  notes: string
}

// Also after an error: the payment may have been stored although the response was lost.
const refresh = () => {
  void queryClient.invalidateQueries({ queryKey: ['admin', 'parents'] })
  void queryClient.invalidateQueries({ queryKey: ['admin', 'submissions'] })
}

/** Idempotent: the same payment after a lost response, even from a reopened dialog, is stored once. */
export const useRecordPayment = keyedMutationHook((parentId: string) => ({
  mutationKey: ['record payment', parentId],
  mutationFn: (json: NewPayment) =>
    withIdempotencyKey('record payment', json, (headers) =>
      request(api.admin.payments.$post({ json }, { headers })),
    ),
  onSettled: refresh,
}))

type Reversal = { id: string; reason: string }

export const useReversePayment = keyedMutationHook((paymentId: string) => ({
  mutationKey: ['reverse payment', paymentId],
  mutationFn: ({ id, reason }: Reversal) =>
    withIdempotencyKey('reverse payment', { id, reason }, (headers) =>
      request(api.admin.payments[':id'].reverse.$post({ param: { id }, json: { reason } }, { headers })),
    ),
  onSettled: refresh,
}))
