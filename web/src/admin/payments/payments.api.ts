import type { PaymentMethod } from '@aftercare/domain/payments/balances'
import { api, request } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import { type MutationCallbacks, useAppMutation } from '../../lib/use-app-mutation'

export type NewPayment = {
  parent_id: string
  amount: string
  payment_date: string
  payment_method: PaymentMethod | ''
  submission_id: string
  notes: string
}

// After a lost answer too: what was stored all the same shows in the history.
const refresh = () => queryClient.invalidateQueries({ queryKey: ['admin', 'parents'] })

/** The same payment again after a lost answer, also from a dialog opened anew, is the first one. */
export function useRecordPayment(parentId: string, outcome: MutationCallbacks<unknown, NewPayment>) {
  return useAppMutation(
    {
      mutationKey: ['record payment', parentId],
      mutationFn: (json: NewPayment) =>
        withIdempotencyKey('record payment', json, (headers) =>
          request(api.admin.payments.$post({ json }, { headers })),
        ),
      onSettled: refresh,
    },
    outcome,
  )
}

type Reversal = { id: string; reason: string }

export function useReversePayment(paymentId: string, outcome: MutationCallbacks<unknown, Reversal>) {
  return useAppMutation(
    {
      mutationKey: ['reverse payment', paymentId],
      mutationFn: ({ id, reason }: Reversal) =>
        withIdempotencyKey('reverse payment', { id, reason }, (headers) =>
          request(api.admin.payments[':id'].reverse.$post({ param: { id }, json: { reason } }, { headers })),
        ),
      onSettled: refresh,
    },
    outcome,
  )
}
