import type { SameChild } from '@aftercare/domain/guest-claims/same-child'
import { api, request } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import { mutationHook } from '../../lib/use-app-mutation'

/** Wherever the question is asked. */
const ASKED_IN = ['attendance', 'board', 'drop-ins', 'submissions'] as const

const refresh = () => {
  for (const screen of ASKED_IN) void queryClient.invalidateQueries({ queryKey: ['admin', screen] })
}

export type SameChildAnswer = { submissionId: string; child: SameChild }

export const useLinkToChild = mutationHook({
  mutationFn: ({ submissionId: id, child }: SameChildAnswer) => {
    const json = { child_id: child.id }
    return withIdempotencyKey(`same child ${id}`, json, (headers) =>
      request(api.admin.submissions[':id']['same-child'].$post({ param: { id }, json }, { headers })),
    )
  },
  onSettled: refresh,
})

export const useMarkAnotherChild = mutationHook({
  mutationFn: (id: string) => request(api.admin.submissions[':id']['another-child'].$post({ param: { id } })),
  onSettled: refresh,
})
