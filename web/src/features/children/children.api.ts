import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, doneIfGone, request } from '../api-client'
import { useLive } from '../live'
import { withRequestKey } from '../request-key'
import { type Outcome, useSending } from '../use-sending'

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
export function useChildren(options: { enabled?: boolean } = {}) {
  const client = useQueryClient()
  useLive('children', () => void client.invalidateQueries({ queryKey: KEY }))
  return useQuery({ ...childrenQuery(), enabled: options.enabled ?? true })
}

export type ChildSave = ChildInput & { id?: string }

const saveChild = ({ id, ...json }: ChildSave) =>
  withRequestKey(id ? `child ${id}` : 'new child', json, (headers) =>
    id
      ? request(api.children[':id'].$patch({ param: { id }, json }, { headers }))
      : request(api.children.$post({ json }, { headers })),
  )

/** Adds a child, or with an id changes one. Also after a lost answer the list shows what is stored. */
export function useSaveChild(outcome: Outcome<Child, ChildSave>) {
  const client = useQueryClient()
  const onSettled = () => void client.invalidateQueries({ queryKey: KEY })
  return useSending({ mutationKey: ['save child'], mutationFn: saveChild, onSettled }, outcome)
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
