import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, doneIfGone, request } from '../../lib/api-client'
import { withRequestKey } from '../../lib/idempotency-key'
import { type Outcome, useSending } from '../../lib/use-app-mutation'
import { type Change, type Stored, sendChange } from '../../lib/versioned-draft'

const fetchChildren = () => request(api.children.$get({ query: {} }))

export type Child = Awaited<ReturnType<typeof fetchChildren>>['rows'][number]
export type ChildInput = {
  name: string
  allergies: string
  notes: string
  pickup_people: { name: string; phone: string }[]
}

const KEY = ['children'] as const

export const childrenQuery = () =>
  queryOptions({ queryKey: KEY, queryFn: fetchChildren, select: (page) => page.rows })

/** The signed-in parent's children, newest first; other tabs' changes arrive by themselves. */
export const useChildren = (options: { enabled?: boolean } = {}) =>
  useQuery({ ...childrenQuery(), enabled: options.enabled ?? true })

/** As the form shows a child; nothing for a new one. */
export const storedChild = (child: Child | null | undefined): Stored<ChildInput> => ({
  values: {
    name: child?.name ?? '',
    allergies: child?.allergies ?? '',
    notes: child?.notes ?? '',
    pickup_people: (child?.pickup_people ?? []).map(({ name, phone }) => ({ name, phone: phone ?? '' })),
  },
  version: child?.version ?? 0,
})

/** All values of a new child; of a stored one what was changed. */
export type ChildSave = { values: ChildInput } | { id: string; change: Change<ChildInput> }

const saveChild = (save: ChildSave) =>
  'id' in save
    ? sendChange(save.change, storedChild, (json) =>
        withRequestKey(`child ${save.id}`, json, (headers) =>
          request(api.children[':id'].$patch({ param: { id: save.id }, json }, { headers })),
        ),
      )
    : withRequestKey('new child', save.values, (headers) =>
        request(api.children.$post({ json: save.values }, { headers })),
      )

/** Adds a child, or with an id changes one. Also after a lost answer the list shows what is stored. */
export function useSaveChild(outcome: Outcome<Child, ChildSave>) {
  const client = useQueryClient()
  return useSending(
    {
      mutationKey: ['save child'],
      mutationFn: saveChild,
      // Before the outcome: what was typed meanwhile is a change of this row, not of the one before.
      onSuccess: (saved) =>
        client.setQueryData(
          childrenQuery().queryKey,
          (page) => page && { ...page, rows: page.rows.map((row) => (row.id === saved.id ? saved : row)) },
        ),
      onSettled: () => void client.invalidateQueries({ queryKey: KEY }),
    },
    outcome,
  )
}

export function useRemoveChild(outcome: Outcome<unknown, Child>) {
  const client = useQueryClient()
  return useSending(
    {
      mutationFn: ({ id }: Child) => doneIfGone(request(api.children[':id'].$delete({ param: { id } }))),
      onSettled: () => void client.invalidateQueries({ queryKey: KEY }),
    },
    outcome,
  )
}
