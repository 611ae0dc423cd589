import { type UseMutationOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { ApiError } from './api-client'
import { PASSWORD_NEEDED } from './password-prompt'

/**
 * Called even when the component has unmounted by then, so they may rely on the variables and on state outside the
 * component, not on what it shows.
 */
export type MutationCallbacks<Data, Variables = unknown> = {
  onSuccess?: (data: Data, variables: Variables) => void
  onError?: (error: Error, variables: Variables) => void
}

type AppMutationOptions<Data, Variables> = UseMutationOptions<Data, Error, Variables> & {
  /** For switches side by side: one need not wait for another. */
  allowConcurrent?: boolean
}

/** The user was asked for the password and pressed Cancel, which is no error. */
const isGivenUp = (error: Error | null) => error instanceof ApiError && error.code === PASSWORD_NEEDED

/**
 * useMutation whose callbacks always run: TanStack Query drops callbacks passed to `mutate` when the component unmounts,
 * so this `mutate` takes none. One click is one request: while the mutation is pending, another click sends nothing,
 * also in another form with the same `mutationKey`.
 */
export function useAppMutation<Data, Variables = void>(
  { allowConcurrent = false, ...options }: AppMutationOptions<Data, Variables>,
  callbacks: MutationCallbacks<NoInfer<Data>, NoInfer<Variables>> = {},
) {
  const client = useQueryClient()
  const id = useId()
  const mutationKey = options.mutationKey ?? ['mutation', id]
  const filter = { mutationKey, exact: true }
  const mutation = useMutation({
    // Offline it fails at once, instead of being paused until the network returns.
    networkMode: 'always',
    ...options,
    mutationKey,
    onSuccess: async (data, variables, ...rest) => {
      await options.onSuccess?.(data, variables, ...rest)
      callbacks.onSuccess?.(data, variables)
    },
    // Not awaited: offline a refetch would delay the error message and leave the form pending.
    onError: (error, variables, ...rest) => {
      void options.onError?.(error, variables, ...rest)
      if (!isGivenUp(error)) callbacks.onError?.(error, variables)
    },
    onSettled: (...settled) => {
      void options.onSettled?.(...settled)
    },
  })
  const error = isGivenUp(mutation.error) ? null : mutation.error
  return {
    mutate: (variables: Variables): void => {
      if (allowConcurrent || client.isMutating(filter) === 0) mutation.mutate(variables)
    },
    isPending: useIsMutating(filter) > 0,
    error,
    isError: error !== null,
    data: mutation.data,
    variables: mutation.variables,
    reset: mutation.reset,
  }
}

/** The hook of a mutation whose options are the same in every component. */
export const mutationHook =
  <Data, Variables = void>(options: AppMutationOptions<Data, Variables>) =>
  (callbacks?: MutationCallbacks<NoInfer<Data>, NoInfer<Variables>>) =>
    useAppMutation(options, callbacks)

/** The same for a mutation of one thing, which comes first: a row, or its id. */
export const keyedMutationHook =
  <Key, Data, Variables = void>(optionsOf: (key: Key) => AppMutationOptions<Data, Variables>) =>
  (key: Key, callbacks?: MutationCallbacks<NoInfer<Data>, NoInfer<Variables>>) =>
    useAppMutation(optionsOf(key), callbacks)
