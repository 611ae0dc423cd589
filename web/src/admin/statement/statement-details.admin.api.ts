import type { StatementDetails } from '@aftercare/domain/statement/statement-details'
import { useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { withRequestKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import { type Outcome, useSending } from '../../lib/use-app-mutation'

const KEY = ['admin', 'statement-details'] as const
const details = api.admin['statement-details']

export const useStatementDetails = () => useQuery({ queryKey: KEY, queryFn: () => request(details.$get()) })

export type StoredStatementDetails = StatementDetails & { version: number }

export function useSaveStatementDetails(outcome: Outcome<StoredStatementDetails>) {
  return useSending(
    {
      mutationKey: KEY,
      mutationFn: (json: StoredStatementDetails) =>
        withRequestKey('statement details', json, (headers) => request(details.$put({ json }, { headers }))),
      onSuccess: (saved) => queryClient.setQueryData(KEY, saved),
      onError: () => queryClient.invalidateQueries({ queryKey: KEY }),
    },
    outcome,
  )
}
