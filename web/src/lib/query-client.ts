import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { blockFullLoad } from '../router/full-load'
import { isClientError } from './api-client'

const MAX_RETRIES = 2

/** Client errors are final; network and server errors are retried. */
export function mayRetry(failures: number, error: Error): boolean {
  return !isClientError(error) && failures < MAX_RETRIES
}

/** One for the whole app, so that code outside components can invalidate queries too. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: mayRetry,
      staleTime: 30_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
})

blockFullLoad(() => queryClient.isMutating() > 0)

/** Replaces a saved row in a cached list. */
export function replaceInList<Row extends { id: string }>(queryKey: QueryKey, saved: Row): void {
  queryClient.setQueryData<{ rows: Row[] }>(queryKey, (list) =>
    list ? { ...list, rows: list.rows.map((row) => (row.id === saved.id ? saved : row)) } : list,
  )
}
