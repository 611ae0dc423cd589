import type { ChildInput } from '@aftercare/domain/children/children'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { storedChild } from '../../features/children/child-values'
import { api, request } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import { usePage } from '../../lib/use-page'
import type { SaveOptions } from '../../lib/use-versioned-form'
import { sendVersioned } from '../../lib/versioned-draft'

const KEY = ['admin', 'children'] as const
const PAGE_SIZE = 25

type ChildrenQuery = { parent_id?: string; search?: string; email?: string; page?: string; size: string }
const fetchPage = (query: ChildrenQuery) => request(api.admin.children.$get({ query }))
const sendChild = (id: string, json: ChildChange, headers: Record<string, string>) =>
  request(api.admin.children[':id'].$patch({ param: { id }, json }, { headers }))

type ChildChange = Partial<ChildInput> & { version: number }
export type ListedChild = Awaited<ReturnType<typeof fetchPage>>['rows'][number]
type SavedChild = Awaited<ReturnType<typeof sendChild>>

/** What the dialog shows of a child, wherever it was loaded from. */
export type EditableChild = Pick<SavedChild, 'id' | 'version' | keyof ChildInput>

export const useChildrenOf = (parentId: string, page: number) =>
  usePage([...KEY, 'of', parentId, page], () =>
    fetchPage({ parent_id: parentId, page: String(page), size: String(PAGE_SIZE) }),
  )

const SHOWING_CHILDREN = [KEY, ['admin', 'parents'], ['admin', 'submissions']] as const

const MAX_MATCHES = 6

/** The first children whose name, parent or email has all words of the text. */
export function useChildSearch(search: string) {
  return useQuery({
    queryKey: [...KEY, 'search', search],
    queryFn: () => fetchPage({ search, size: String(MAX_MATCHES) }),
    enabled: search !== '',
    placeholderData: search === '' ? undefined : keepPreviousData,
  })
}

/** The children of the account with this email; none if there is no such account. */
export const fetchChildrenByEmail = (email: string) =>
  queryClient.fetchQuery({
    queryKey: [...KEY, 'email', email],
    queryFn: () => fetchPage({ email, size: String(MAX_LENGTH.children) }),
  })

/** The pages that show children are refetched, also after a lost response. */
const refetchChildren = () => {
  for (const queryKey of SHOWING_CHILDREN) void queryClient.invalidateQueries({ queryKey })
}

export const addStaffChildOptions = (parentId: string): SaveOptions<SavedChild, ChildInput> => ({
  mutationKey: [...KEY, 'add', parentId],
  mutationFn: ({ values }) =>
    withIdempotencyKey(`new child of ${parentId}`, values, (headers) =>
      request(api.admin.children.$post({ json: { ...values, parent_id: parentId } }, { headers })),
    ),
  onSettled: refetchChildren,
})

export const saveStaffChildOptions = (id: string): SaveOptions<SavedChild, ChildInput> => ({
  mutationKey: [...KEY, 'update', id],
  mutationFn: (save) =>
    sendVersioned(`staff child ${id}`, save, storedChild, ({ changes, version }, headers) =>
      sendChild(id, { ...changes, version }, headers),
    ),
  onSettled: refetchChildren,
})
