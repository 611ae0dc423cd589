import type { FamilyColumns } from '@aftercare/domain/imports/family-fields'
import type { FamilyLineState } from '@aftercare/domain/imports/family-review'
import { leftOutCsvName } from '@aftercare/domain/imports/left-out'
import { useQuery } from '@tanstack/react-query'
import { api, request, requestFile } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { today } from '../../lib/program'
import { mutationHook } from '../../lib/use-app-mutation'
import { usePage } from '../../lib/use-page'
import { importReview } from '../imports/import-review'

const imports = api.admin['family-imports']

const fetchReview = (query: { state: FamilyLineState | 'all'; page: string }) =>
  request(imports.review.$get({ query }))
/** The lines of the file that are left out, with the reason of each. */
export async function fetchLeftOut() {
  const { file } = await requestFile(imports.review['left-out'].$get())
  return { file, name: leftOutCsvName(today()) }
}

export type FamilyReviewJson = NonNullable<Awaited<ReturnType<typeof fetchReview>>['review']>
export type FamilyReviewLine = FamilyReviewJson['rows'][number]

export type FamilyDecision = {
  columns?: Partial<FamilyColumns>
  unused?: { column: number; unused: boolean }[]
  send_invitations?: boolean
}

/** Its data also says how many parents were never invited. */
export const familyImports = importReview('families', {
  fetch: fetchReview,
  upload: (query, options) => request(imports.review.$post({ query }, options)),
  decide: (query, json: FamilyDecision & { id: string }, options) =>
    request(imports.review.$patch({ query, json }, options)),
  discard: (param) => request(imports.review[':id'].$delete({ param })),
  post: (json, options) => request(imports.$post({ json }, options)),
  changes: 'children',
})

const EARLIER = ['admin', 'imports', 'families', 'earlier'] as const

const fetchImports = (page: number) => request(imports.$get({ query: { page: String(page) } }))
export type FamilyImport = Awaited<ReturnType<typeof fetchImports>>['rows'][number]

export const useEarlierImports = (page: number) => usePage([...EARLIER, page], () => fetchImports(page))

const fetchImport = (id: string) => request(imports[':id'].$get({ param: { id } }))
export type FamilyImportDetail = Awaited<ReturnType<typeof fetchImport>>

/** What undoing it would remove, as of now. */
export const useFamilyImport = (id: string) =>
  useQuery({ queryKey: [...EARLIER, 'one', id], queryFn: () => fetchImport(id), staleTime: 0 })

export const useUndoImport = mutationHook({
  mutationKey: [...EARLIER, 'undo'],
  mutationFn: (id: string) =>
    withIdempotencyKey('undo family import', { id }, (headers) =>
      request(imports[':id'].undo.$post({ param: { id } }, { headers })),
    ),
  onSettled: familyImports.refresh,
})

/** Parents without a password who were never invited, whichever import created them. */
export const useInviteUninvited = mutationHook({
  mutationKey: ['admin', 'imports', 'families', 'invite'],
  mutationFn: () => request(imports.invitations.$post()),
  onSettled: familyImports.refresh,
})
