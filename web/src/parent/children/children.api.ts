import type { ChildInput } from '@aftercare/domain/children/children'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { storedChild } from '../../features/children/child-values'
import { api, ignoreNotFound, request } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import { mutationHook } from '../../lib/use-app-mutation'
import type { SaveOptions } from '../../lib/use-versioned-form'
import { sendVersioned } from '../../lib/versioned-draft'

const fetchChildren = () => request(api.children.$get({ query: {} }))

export type Child = Awaited<ReturnType<typeof fetchChildren>>['rows'][number]
const KEY = ['children'] as const

export const childrenQuery = () =>
  queryOptions({ queryKey: KEY, queryFn: fetchChildren, select: (page) => page.rows })

/** The signed-in parent's children, newest first; live. */
export const useChildren = (options: { enabled?: boolean } = {}) =>
  useQuery({ ...childrenQuery(), enabled: options.enabled ?? true })

/** Adds a child, or updates the one with the id. The list is refetched also after a lost response. */
export const saveChildOptions = (id: string | undefined): SaveOptions<Child, ChildInput> => ({
  mutationKey: ['save child'],
  mutationFn: (save) =>
    id === undefined
      ? withIdempotencyKey('new child', save.values, (headers) =>
          request(api.children.$post({ json: save.values }, { headers })),
        )
      : sendVersioned(`child ${id}`, save, storedChild, ({ changes, version }, headers) =>
          request(api.children[':id'].$patch({ param: { id }, json: { ...changes, version } }, { headers })),
        ),
  // Before the callbacks: what was typed meanwhile is a change to this row, not to the previous version.
  onSuccess: (saved) => {
    queryClient.setQueryData(
      childrenQuery().queryKey,
      (page) => page && { ...page, rows: page.rows.map((row) => (row.id === saved.id ? saved : row)) },
    )
  },
  onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
})

export const useRemoveChild = mutationHook({
  mutationFn: ({ id }: Child) => ignoreNotFound(request(api.children[':id'].$delete({ param: { id } }))),
  onSettled: () => void queryClient.invalidateQueries({ queryKey: KEY }),
})
