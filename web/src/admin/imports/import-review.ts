import { keepPreviousData, useIsMutating, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isClientError, switchTimeout } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import { useToast } from '../../lib/scoped-toast'
import { type MutationCallbacks, useAppMutation } from '../../lib/use-app-mutation'
import { errorReason } from '../error-reason'

/** What is shown of the review. */
export type ReviewView<State extends string> = { state: State | 'all'; page: number }
type ViewQuery<State extends string> = { state: State | 'all'; page: string }

export type ImportRequest = { id: string; version: number }

type RequestOptions = { headers?: Record<string, string>; init?: RequestInit }

type Stored = ImportRequest & { file_name: string }

type ReviewCalls<State extends string, Data extends { review: Stored | null }, Decision, Done> = {
  fetch: (query: ViewQuery<State>) => Promise<Data>
  upload: (query: { file_name: string }, options: RequestOptions) => Promise<NonNullable<Data['review']>>
  decide: (
    query: ViewQuery<State>,
    json: Decision & { id: string },
    options: RequestOptions,
  ) => Promise<NonNullable<Data['review']>>
  discard: (param: { id: string }) => Promise<unknown>
  post: (json: ImportRequest, options: RequestOptions) => Promise<Done>
  /** What an import changes, besides imports and parents. */
  changes: 'submissions' | 'children'
}

/** The import's response was lost. Its message says what is known. */
class LostImport extends Error {
  override readonly name = 'LostImport'
}

/** The file under review, which the server stores until it is imported or discarded. */
export function importReview<
  State extends string,
  Data extends { review: Stored | null },
  Decision extends object,
  Done,
>(name: 'families' | 'payments', calls: ReviewCalls<State, Data, Decision, Done>) {
  const key = ['admin', 'imports', name] as const
  const reviewsKey = [...key, 'review'] as const
  const importKey = [...key, 'import'] as const
  const scope = `import ${name}`
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
    queryClient.setQueryData<Data>(keyOf(view), (data) => ({ ...data, review }) as Data)
  }

  /** Also after an error: it may have been stored although the response was lost. */
  function refresh(): void {
    for (const changed of ['imports', 'parents', calls.changes] as const)
      void queryClient.invalidateQueries({ queryKey: ['admin', changed] })
  }

  /**
   * An import ends its review. When the response is lost and the review is gone, sending again with the same
   * idempotency key gets the stored response; nothing is imported twice.
   */
  async function sendImport(json: ImportRequest): Promise<Done> {
    const send = () => withIdempotencyKey(scope, json, (headers) => calls.post(json, { headers }))
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
  }

  return {
    scope,
    refresh,
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

    /**
     * What is decided is stored at once, in the order of the clicks. `tick`: the check box that was clicked; React would
     * untick a box whose new state comes after the click, as that of a mutation does.
     */
    useDecide: (id: string, view: ReviewView<State>) => {
      const toast = useToast(scope)
      const [ticks, setTicks] = useState<Readonly<Record<string, boolean>>>({})
      const mutationKey = [...key, 'decide']
      const settle = () => {
        if (queryClient.isMutating({ mutationKey }) === 1) setTicks({})
      }
      const { mutate, isPending } = useAppMutation(
        {
          mutationKey,
          allowConcurrent: true,
          scope: { id: `decide ${name}` },
          mutationFn: (decision: Decision) =>
            calls.decide(queryOf(view), { ...decision, id }, switchTimeout()),
          onSuccess: (review) => show(view, review),
          onError: () => queryClient.invalidateQueries({ queryKey: reviewsKey }),
        },
        {
          onSuccess: () => {
            toast.clear()
            settle()
          },
          onError: (error) => {
            toast.error('Change not saved', errorReason(error))
            settle()
          },
        },
      )
      return {
        decide: (decision: Decision, tick?: { box: string; isTicked: boolean }) => {
          if (tick) setTicks((pending) => ({ ...pending, [tick.box]: tick.isTicked }))
          mutate(decision)
        },
        /** What was clicked last; undefined once everything is stored or has failed. */
        tickOf: (box: string): boolean | undefined => ticks[box],
        isSaving: isPending || Object.keys(ticks).length > 0,
      }
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

    useIsImporting: () => useIsMutating({ mutationKey: importKey }) > 0,

    useImport: (doneMessage: (done: Done) => string) => {
      const toast = useToast(scope)
      return useAppMutation(
        { mutationKey: importKey, mutationFn: sendImport, onSettled: refresh },
        {
          onSuccess: (done) => toast.success('File imported', doneMessage(done)),
          onError: (error) =>
            error instanceof LostImport
              ? toast.error('Import not confirmed', error.message)
              : toast.error('File not imported', errorReason(error)),
        },
      )
    },
  }
}

/** What the shared components need of it, whatever the kind of file. */
export type ImportReview = Pick<
  ReturnType<typeof importReview<string, { review: Stored | null }, object, unknown>>,
  'scope' | 'endedHere' | 'useUpload' | 'useDiscard' | 'useIsImporting'
>
