import { type UseMutationOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'

/**
 * What a screen does with the answer. It is told even when the screen is gone by then, so it may count on what was
 * sent and on what lies outside the screen, not on what the screen shows.
 */
export type MutationCallbacks<Answer, Sent = unknown> = {
  onSuccess?: (answer: Answer, sent: Sent) => void
  onError?: (error: Error, sent: Sent) => void
}

type AppMutationOptions<Answer, Sent> = UseMutationOptions<Answer, Error, Sent> & {
  /** For switches that stand side by side: the next one need not wait for the last. */
  allowConcurrent?: boolean
}

/**
 * Sends a change to the server. Callbacks handed to `mutate` are forgotten when their component goes, and the outcome
 * with them; here they belong to the change itself, and this `mutate` takes none. One press is one request: while a change
 * is under way, pressing again sends nothing, also in another form with the same `mutationKey`.
 */
export function useAppMutation<Answer, Sent = void>(
  { allowConcurrent = false, ...options }: AppMutationOptions<Answer, Sent>,
  outcome: MutationCallbacks<NoInfer<Answer>, NoInfer<Sent>> = {},
) {
  const client = useQueryClient()
  const own = useId()
  const mutationKey = options.mutationKey ?? ['mutation', own]
  const filter = { mutationKey, exact: true }
  const mutation = useMutation({
    // Without a network it fails at once, instead of waiting unseen for a better one.
    networkMode: 'always',
    ...options,
    mutationKey,
    onSuccess: async (answer, sent, ...rest) => {
      await options.onSuccess?.(answer, sent, ...rest)
      outcome.onSuccess?.(answer, sent)
    },
    // Reading anew is no part of sending: without a network it would hold back the words and keep the form waiting.
    onError: (reason, sent, ...rest) => {
      void options.onError?.(reason, sent, ...rest)
      outcome.onError?.(reason, sent)
    },
    onSettled: (...settled) => {
      void options.onSettled?.(...settled)
    },
  })
  return {
    mutate: (sent: Sent): void => {
      if (allowConcurrent || client.isMutating(filter) === 0) mutation.mutate(sent)
    },
    isPending: useIsMutating(filter) > 0,
    error: mutation.error,
    isError: mutation.isError,
    data: mutation.data,
    /** What this form sent last. */
    variables: mutation.variables,
    reset: mutation.reset,
  }
}
