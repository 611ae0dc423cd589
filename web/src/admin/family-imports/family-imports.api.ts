import type { FamilyColumns } from '@aftercare/domain/imports/family-fields'
import type { FamilyLineState } from '@aftercare/domain/imports/family-review'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, request, switchTimeout } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import { type MutationCallbacks, useAppMutation } from '../../lib/use-app-mutation'
import { sendImport } from '../imports/send-import'

const KEY = ['admin', 'imports', 'families'] as const
const REVIEW_KEY = [...KEY, 'review'] as const
const imports = api.admin['family-imports']

/** What is shown of the review. */
export type ReviewView = { state: FamilyLineState | 'all'; page: number }
const queryOf = ({ state, page }: ReviewView) => ({ state, page: String(page) })
const reviewKey = ({ state, page }: ReviewView) => [...REVIEW_KEY, state, page] as const

const fetchReview = (view: ReviewView) => request(imports.review.$get({ query: queryOf(view) }))
const postImport = (json: ImportRequest, headers: Record<string, string>) =>
  request(imports.$post({ json }, { headers }))

export type FamilyReview = NonNullable<Awaited<ReturnType<typeof fetchReview>>['review']>
export type ReviewLine = FamilyReview['rows'][number]
type ImportRequest = { id: string; version: number }
type ImportResult = Awaited<ReturnType<typeof postImport>>

/** The file under review, stored on the server; null if there is none, with how many parents were never invited. */
export function useFamilyReview(view: ReviewView) {
  return useQuery({
    queryKey: reviewKey(view),
    queryFn: () => fetchReview(view),
    placeholderData: keepPreviousData,
  })
}

/** Pages that are not shown are fetched again when they are. A fetch that began before may have read an older state. */
async function showReview(view: ReviewView, review: FamilyReview): Promise<void> {
  await queryClient.cancelQueries({ queryKey: reviewKey(view), exact: true })
  void queryClient.invalidateQueries({ queryKey: REVIEW_KEY, refetchType: 'none' })
  queryClient.setQueryData(reviewKey(view), { review, uninvited: 0 })
}

/** Sends a file to be read, in place of one that is under review. */
export function useUploadFamilies(callbacks: MutationCallbacks<FamilyReview, File>) {
  return useAppMutation(
    {
      mutationKey: [...KEY, 'upload'],
      mutationFn: (file: File) =>
        request(
          imports.review.$post(
            { query: { file_name: file.name.slice(-200) } },
            { headers: { 'Content-Type': 'text/csv' }, init: { body: file } },
          ),
        ),
      onSuccess: (review) => {
        queryClient.removeQueries({ queryKey: REVIEW_KEY, type: 'inactive' })
        return showReview({ state: 'all', page: 1 }, review)
      },
    },
    callbacks,
  )
}

export type Decision = { columns?: Partial<FamilyColumns>; send_invitations?: boolean }

/** What is decided is stored at once, in the order of the clicks. */
export function useDecide(id: string, view: ReviewView, callbacks: MutationCallbacks<unknown, Decision>) {
  return useAppMutation(
    {
      mutationKey: [...KEY, 'decide'],
      allowConcurrent: true,
      scope: { id: 'decide families' },
      mutationFn: (decision: Decision) =>
        request(imports.review.$patch({ query: queryOf(view), json: { id, ...decision } }, switchTimeout())),
      onSuccess: (review) => showReview(view, review),
      onError: () => queryClient.invalidateQueries({ queryKey: REVIEW_KEY }),
    },
    callbacks,
  )
}

export function useDiscardReview(callbacks: MutationCallbacks<unknown, string>) {
  return useAppMutation(
    {
      mutationKey: [...KEY, 'discard'],
      mutationFn: (id: string) => request(imports.review[':id'].$delete({ param: { id } })),
      onSettled: () => queryClient.invalidateQueries({ queryKey: REVIEW_KEY }),
    },
    callbacks,
  )
}

const isUnderReview = async (id: string) => (await fetchReview({ state: 'all', page: 1 })).review?.id === id

export function useImportFamilies(callbacks: MutationCallbacks<ImportResult, ImportRequest>) {
  return useAppMutation(
    {
      mutationKey: [...KEY, 'import'],
      mutationFn: (json: ImportRequest) =>
        sendImport(
          () => withIdempotencyKey('import families', json, (headers) => postImport(json, headers)),
          () => isUnderReview(json.id),
        ),
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
