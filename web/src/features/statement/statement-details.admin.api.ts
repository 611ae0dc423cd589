import type { StatementDetails } from '@aftercare/domain/statement/statement-details'
import { useQuery } from '@tanstack/react-query'
import { api, request } from '../api-client'
import { queryClient } from '../query-client'
import { withRequestKey } from '../request-key'
import { type Outcome, useSending } from '../use-sending'

const KEY = ['admin', 'statement-details'] as const
const details = api.admin['statement-details']

export const useStatementDetails = () => useQuery({ queryKey: KEY, queryFn: () => request(details.$get()) })

export type StatementDetailsSave = StatementDetails & { from: StatementDetails }

export function useSaveStatementDetails(outcome: Outcome<StatementDetails>) {
  return useSending(
    {
      mutationKey: KEY,
      mutationFn: (json: StatementDetailsSave) =>
        withRequestKey('statement details', json, (headers) => request(details.$put({ json }, { headers }))),
      onSuccess: (saved) => queryClient.setQueryData(KEY, saved),
      onError: () => queryClient.invalidateQueries({ queryKey: KEY }),
    },
    outcome,
  )
}
