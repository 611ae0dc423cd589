import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, request } from '../api-client'
import { useLive } from '../live'

const fetchChildren = () => request(api.children.$get({ query: {} }))

export type Child = Awaited<ReturnType<typeof fetchChildren>>['rows'][number]
export type ChildInput = { name: string; allergies: string; notes: string }

const KEY = ['children'] as const

export const childrenQuery = () =>
  queryOptions({ queryKey: KEY, queryFn: fetchChildren, select: (page) => page.rows })

/** The signed-in parent's children, newest first; other tabs' changes arrive by themselves. */
export function useChildren(options: { enabled?: boolean } = {}) {
  const client = useQueryClient()
  useLive('children', () => void client.invalidateQueries({ queryKey: KEY }))
  return useQuery({ ...childrenQuery(), enabled: options.enabled ?? true })
}

/** Adds a child, or with an id changes one. */
export function useSaveChild() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...json }: ChildInput & { id?: string }) =>
      id
        ? request(api.children[':id'].$patch({ param: { id }, json }))
        : request(api.children.$post({ json })),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

export function useRemoveChild() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request(api.children[':id'].$delete({ param: { id } })),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}
