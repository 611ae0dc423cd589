import { type UseMutationOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'

/**
 * What a screen does with the answer. It is told even when the screen is gone by then, so it may count on what was
 * sent and on what lies outside the screen, not on what the screen shows.
 */
export type Outcome<Answer, Sent = unknown> = {
  onSuccess?: (answer: Answer, sent: Sent) => void
  onError?: (error: Error, sent: Sent) => void
}

type SendingOptions<Answer, Sent> = UseMutationOptions<Answer, Error, Sent> & {
  /** For switches that stand side by side: the next one need not wait for the last. */
  mayOverlap?: boolean
}

/**
 * Sends a change to the server. Callbacks handed to `mutate` are forgotten when their component goes, and the outcome
 * with them; here they belong to the change itself, and `send` takes none. One press is one request: while a change
 * is under way, pressing again sends nothing, also in another form with the same `mutationKey`.
 */
export function useSending<Answer, Sent = void>(
  { mayOverlap = false, ...options }: SendingOptions<Answer, Sent>,
  outcome: Outcome<NoInfer<Answer>, NoInfer<Sent>> = {},
) {
  const client = useQueryClient()
  const own = useId()
  const mutationKey = options.mutationKey ?? ['sending', own]
  const filter = { mutationKey, exact: true }
  const { mutate, error, isError, data, reset, variables } = useMutation({
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
    send: (sent: Sent): void => {
      if (mayOverlap || client.isMutating(filter) === 0) mutate(sent)
    },
    isPending: useIsMutating(filter) > 0,
    error,
    isError,
    data,
    /** What this form sent last. */
    sent: variables,
    reset,
  }
}
