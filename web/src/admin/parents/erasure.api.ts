import { useQuery } from '@tanstack/react-query'
import { api, ignoreNotFound, request } from '../../lib/api-client'
import { keyedMutationHook } from '../../lib/use-app-mutation'
import { PARENTS_KEY, pathParams, refetchParents } from './parents.api'

const erasureOf = (id: string) => ({ param: pathParams(id) })

/** What stands in the way of erasing them. */
export const useErasure = (id: string) =>
  useQuery({
    queryKey: [...PARENTS_KEY, 'erasure', id],
    queryFn: () => request(api.admin.parents[':id'].erasure.$get(erasureOf(id))),
  })

type Confirmation = { name: string; write_off: boolean }

/** Somebody else may have done it first. */
export const useErase = keyedMutationHook((id: string) => ({
  mutationKey: [...PARENTS_KEY, 'erase', id],
  mutationFn: (json: Confirmation) =>
    ignoreNotFound(request(api.admin.parents[':id'].erasure.$post({ ...erasureOf(id), json }))),
  onSettled: refetchParents,
}))
