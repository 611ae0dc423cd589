import type { FamilyColumns } from '@aftercare/domain/imports/family-fields'
import type { FamilyLineState } from '@aftercare/domain/imports/family-review'
import { api, request } from '../../lib/api-client'
import { queryClient } from '../../lib/query-client'
import { type MutationCallbacks, useAppMutation } from '../../lib/use-app-mutation'
import { type ImportRequest, importReview } from '../imports/import-review'

const KEY = ['admin', 'imports', 'families'] as const
const imports = api.admin['family-imports']

const fetchReview = (query: { state: FamilyLineState | 'all'; page: string }) =>
  request(imports.review.$get({ query }))
const postImport = (json: ImportRequest, headers: Record<string, string>) =>
  request(imports.$post({ json }, { headers }))

export type FamilyReviewJson = NonNullable<Awaited<ReturnType<typeof fetchReview>>['review']>
export type FamilyReviewLine = FamilyReviewJson['rows'][number]
type ImportResult = Awaited<ReturnType<typeof postImport>>

export type FamilyDecision = { columns?: Partial<FamilyColumns>; send_invitations?: boolean }

/** Its data also says how many parents were never invited. */
export const familyReview = importReview('families', {
  fetch: fetchReview,
  upload: (query, options) => request(imports.review.$post({ query }, options)),
  decide: (query, json: FamilyDecision & { id: string }, options) =>
    request(imports.review.$patch({ query, json }, options)),
  discard: (param) => request(imports.review[':id'].$delete({ param })),
  dataOf: (review) => ({ review, uninvited: 0 }),
})

export function useImportFamilies(callbacks: MutationCallbacks<ImportResult, ImportRequest>) {
  return useAppMutation(
    {
      mutationKey: [...KEY, 'import'],
      mutationFn: (json: ImportRequest) =>
        familyReview.sendImport(json, (headers) => postImport(json, headers)),
      // Also after an error: the families may have been stored although the response was lost.
      onSettled: () => {
        void queryClient.invalidateQueries({ queryKey: KEY })
        void queryClient.invalidateQueries({ queryKey: ['admin', 'parents'] })
        void queryClient.invalidateQueries({ queryKey: ['admin', 'children'] })
      },
    },
    callbacks,
  )
}

/** Parents without a password who were never invited, whichever import created them. */
export function useInviteUninvited(callbacks: MutationCallbacks<{ invitations: number }, void>) {
  return useAppMutation(
    {
      mutationKey: [...KEY, 'invite'],
      mutationFn: () => request(imports.invitations.$post()),
      // Also after an error: they may have been invited although the response was lost.
      onSettled: () => {
        void queryClient.invalidateQueries({ queryKey: KEY })
        void queryClient.invalidateQueries({ queryKey: ['admin', 'parents'] })
      },
    },
    callbacks,
  )
}
