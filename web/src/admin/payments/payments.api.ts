import type { AppliedPart } from '@aftercare/domain/payments/applications'
import type { PaymentMethod } from '@aftercare/domain/payments/balances'
import { useQuery } from '@tanstack/react-query'
import { ApiError, api, request } from '../../lib/api-client'
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
  /** Staff confirmed that it equals one already recorded. */
  allow_duplicate?: true
}

// Also after an error: the payment may have been stored although the response was lost.
const refresh = () => {
  void queryClient.invalidateQueries({ queryKey: ['admin', 'parents'] })
  void queryClient.invalidateQueries({ queryKey: ['admin', 'submissions'] })
}

/**
 * Idempotent within one opened dialog: sent again after a lost response it is stored once. From a dialog opened anew it
 * may be meant as a second one, and the server asks.
 */
export const useRecordPayment = keyedMutationHook((parentId: string) => ({
  mutationKey: ['record payment', parentId],
  mutationFn: ({ dialog, json }: { dialog: string; json: NewPayment }) =>
    withIdempotencyKey(`record payment ${dialog}`, json, (headers) =>
      request(api.admin.payments.$post({ json }, { headers })),
    ),
  onSettled: refresh,
}))

type Reversal = { id: string; amount: string; reason: string }

export const useReversePayment = keyedMutationHook((paymentId: string) => ({
  mutationKey: ['reverse payment', paymentId],
  mutationFn: ({ id, ...json }: Reversal) =>
    withIdempotencyKey('reverse payment', { id, ...json }, (headers) =>
      request(api.admin.payments[':id'].reverse.$post({ param: { id }, json }, { headers })),
    ),
  onSettled: refresh,
}))

const fetchApplication = (id: string) =>
  request(api.admin.payments[':id'].application.$get({ param: { id } }))

export type Application = Awaited<ReturnType<typeof fetchApplication>>

const applicationKey = (id: string) => ['admin', 'parents', 'application', id] as const

/** What is left of a general payment, and the open submissions that it could pay. */
export const useApplication = (id: string) =>
  useQuery({ queryKey: applicationKey(id), queryFn: () => fetchApplication(id) })

/** `submissionId` is null for all open submissions. */
export type Applying = { id: string; submissionId: string | null; parts: readonly AppliedPart[] }

export const useApplyPayment = keyedMutationHook((paymentId: string) => ({
  mutationKey: ['apply payment', paymentId],
  mutationFn: ({ id, submissionId, parts }: Applying) => {
    const amounts = parts.map((part) => ({
      submission_id: part.submissionId,
      amount: (part.cents / 100).toFixed(2),
    }))
    const json = { submission_id: submissionId, amounts }
    return withIdempotencyKey('apply payment', { id, ...json }, (headers) =>
      request(api.admin.payments[':id'].apply.$post({ param: { id }, json }, { headers })),
    )
  },
  onError: (error: Error) => {
    if (error instanceof ApiError && error.code === 'application-changed')
      queryClient.setQueryData(applicationKey(paymentId), error.stored as Application)
  },
  onSettled: refresh,
}))

export const useUndoApplication = keyedMutationHook((paymentId: string) => ({
  mutationKey: ['undo application', paymentId],
  mutationFn: () =>
    withIdempotencyKey('undo application', paymentId, (headers) =>
      request(api.admin.payments[':id']['undo-application'].$post({ param: { id: paymentId } }, { headers })),
    ),
  onSettled: refresh,
}))
