import { useQuery } from '@tanstack/react-query'
import { api, ignoreNotFound, request } from '../../lib/api-client'
import { queryClient } from '../../lib/query-client'
import { type MutationCallbacks, useAppMutation } from '../../lib/use-app-mutation'
import { PARENTS_KEY, pathParams } from './parents.api'

const erasureOf = (id: string) => ({ param: pathParams(id) })

/** What stands in the way of erasing them. */
export const useErasure = (id: string, options: { enabled: boolean }) =>
  useQuery({
    queryKey: [...PARENTS_KEY, 'erasure', id],
    queryFn: () => request(api.admin.parents[':id'].erasure.$get(erasureOf(id))),
    ...options,
  })

type Confirmation = { name: string; write_off: boolean }

/** Somebody else may have done it first. */
export const useErase = (id: string, callbacks: MutationCallbacks<unknown, Confirmation>) =>
  useAppMutation(
    {
      mutationKey: [...PARENTS_KEY, 'erase', id],
      mutationFn: (json: Confirmation) =>
        ignoreNotFound(request(api.admin.parents[':id'].erasure.$post({ ...erasureOf(id), json }))),
      onSettled: () => queryClient.invalidateQueries({ queryKey: PARENTS_KEY }),
    },
    callbacks,
  )
