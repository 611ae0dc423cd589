import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isClientError, switchTimeout } from '../../lib/api-client'
import { getErrorMessage } from '../../lib/error-message'
import { type KeyHeader, withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import { useToast } from '../../lib/scoped-toast'
import { type MutationCallbacks, useAppMutation } from '../../lib/use-app-mutation'

/** What is shown of the review. */
export type ReviewView<State extends string> = { state: State | 'all'; page: number }
type ViewQuery<State extends string> = { state: State | 'all'; page: string }

export type ImportRequest = { id: string; version: number }

type RequestOptions = { headers?: Record<string, string>; init?: RequestInit }

type ReviewCalls<State extends string, Data extends { review: ImportRequest | null }, Decision> = {
  fetch: (query: ViewQuery<State>) => Promise<Data>
  upload: (query: { file_name: string }, options: RequestOptions) => Promise<NonNullable<Data['review']>>
  decide: (
    query: ViewQuery<State>,
    json: Decision & { id: string },
    options: RequestOptions,
  ) => Promise<NonNullable<Data['review']>>
  discard: (param: { id: string }) => Promise<unknown>
  /** What `fetch` responds with while there is a review. */
  dataOf: (review: NonNullable<Data['review']>) => Data
}

/** The import's response was lost. Its message says what is known. */
class LostImport extends Error {
  override readonly name = 'LostImport'
}

export const importErrorMessage = (error: Error): string =>
  error instanceof LostImport
    ? error.message
    : (getErrorMessage(error) ?? 'Failed to import. Please try again.')

/** The file under review, which the server stores until it is imported or discarded. */
export function importReview<State extends string, Data extends { review: ImportRequest | null }, Decision>(
  name: 'families' | 'payments',
  calls: ReviewCalls<State, Data, Decision>,
) {
  const key = ['admin', 'imports', name] as const
  const reviewsKey = [...key, 'review'] as const
  const keyOf = ({ state, page }: ReviewView<State>) => [...reviewsKey, state, page] as const
  const queryOf = ({ state, page }: ReviewView<State>) => ({ state, page: String(page) })
  /** Reviews that an import or a discard ends that was sent from this page. */
  const endedHere = new Set<string>()

  /**
   * Pages that are not shown are fetched again when they are. A fetch that began before may have read an older state, and
   * a response that was overtaken by a later one is dropped.
   */
  async function show(view: ReviewView<State>, review: NonNullable<Data['review']>): Promise<void> {
    await queryClient.cancelQueries({ queryKey: keyOf(view), exact: true })
    const shown = queryClient.getQueryData<Data>(keyOf(view))?.review
    if (shown?.id === review.id && shown.version > review.version) return
    void queryClient.invalidateQueries({ queryKey: reviewsKey, refetchType: 'none' })
    queryClient.setQueryData(keyOf(view), calls.dataOf(review))
  }

  return {
    /** Null if there is none. */
    useReview: (view: ReviewView<State>) =>
      useQuery({
        queryKey: keyOf(view),
        queryFn: () => calls.fetch(queryOf(view)),
        placeholderData: keepPreviousData,
      }),

    /** Sends a file to be read, in place of one that is under review. */
    useUpload: (callbacks: MutationCallbacks<unknown, File>) =>
      useAppMutation(
        {
          mutationKey: [...key, 'upload'],
          mutationFn: (file: File) =>
            calls.upload(
              { file_name: file.name.slice(-200) },
              { headers: { 'Content-Type': 'text/csv' }, init: { body: file } },
            ),
          onSuccess: (review) => {
            queryClient.removeQueries({ queryKey: reviewsKey, type: 'inactive' })
            return show({ state: 'all', page: 1 }, review)
          },
        },
        callbacks,
      ),

    /** What is decided is stored at once, in the order of the clicks; `onSettled` when it is stored or has failed. */
    useDecide: (id: string, view: ReviewView<State>, onSettled: (decision: Decision) => void) => {
      const toast = useToast(`import ${name}`)
      return useAppMutation(
        {
          mutationKey: [...key, 'decide'],
          allowConcurrent: true,
          scope: { id: `decide ${name}` },
          mutationFn: (decision: Decision) =>
            calls.decide(queryOf(view), { id, ...decision }, switchTimeout()),
          onSuccess: (review) => show(view, review),
          onError: () => queryClient.invalidateQueries({ queryKey: reviewsKey }),
        },
        {
          onSuccess: (_, decision) => {
            toast.clear()
            onSettled(decision)
          },
          onError: (error, decision) => {
            toast.error('Error', getErrorMessage(error) ?? 'Failed to save. Please try again.')
            onSettled(decision)
          },
        },
      )
    },

    endedHere: (id: string) => endedHere.has(id),

    /** Ends the review, of which the server then has nothing any more. */
    useDiscard: (callbacks: MutationCallbacks<unknown, string>) =>
      useAppMutation(
        {
          mutationKey: [...key, 'discard'],
          mutationFn: (id: string) => {
            endedHere.add(id)
            return calls.discard({ id })
          },
          onError: (_, id) => void endedHere.delete(id),
          onSettled: () => queryClient.invalidateQueries({ queryKey: reviewsKey }),
        },
        callbacks,
      ),

    /**
     * An import ends its review. When the response is lost and the review is gone, sending again with the same
     * idempotency key gets the stored response; nothing is imported twice.
     */
    sendImport: async <Result>(
      json: ImportRequest,
      post: (headers: KeyHeader) => Promise<Result>,
    ): Promise<Result> => {
      const send = () => withIdempotencyKey(`import ${name}`, json, post)
      // Before the response: a live update may show earlier that the review is gone.
      endedHere.add(json.id)
      try {
        return await send()
      } catch (error) {
        if (isClientError(error)) {
          endedHere.delete(json.id)
          throw error
        }
        const isOpen = await calls.fetch({ state: 'all', page: '1' }).then(
          ({ review }) => review?.id === json.id,
          () => null,
        )
        if (isOpen === false) return send()
        throw new LostImport(
          isOpen
            ? 'The import did not finish. Please try again: nothing is imported twice.'
            : "The connection was lost, so we don't know whether the file was imported. Please try again: nothing is imported twice.",
        )
      }
    },
  }
}
