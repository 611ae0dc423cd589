import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'

export const balanceQuery = () =>
  queryOptions({
    queryKey: ['balance'],
    queryFn: () => request(api.balance.$get()),
    select: ({ balance }) => balance,
  })

/** What the family owes; null while staff have not switched it on. */
export const useBalance = () => useQuery(balanceQuery())
