import type { Decision } from '@aftercare/domain/drop-ins/approvals'
import { api, request } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import { mutationHook } from '../../lib/use-app-mutation'

type Answer = { id: string; decision: Decision; message: string }

/** Somebody may have answered it meanwhile, or withdrawn it: also after an error everything is loaded again. */
export const useAnswerDropIn = mutationHook({
  mutationFn: ({ id, decision, ...json }: Answer) =>
    withIdempotencyKey(`${decision} drop-in ${id}`, json, (headers) =>
      request(api.admin['drop-ins'][':id'][decision].$post({ param: { id }, json }, { headers })),
    ),
  onSettled: () => {
    for (const name of ['drop-ins', 'submissions', 'dashboard'] as const)
      void queryClient.invalidateQueries({ queryKey: ['admin', name] })
  },
})
