import { queryOptions } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'

/** Whether families see what they owe. */
export const familyBalancesQuery = () =>
  queryOptions({
    queryKey: ['admin', 'family-balances'],
    queryFn: () => request(api.admin['family-balances'].$get()),
  })
