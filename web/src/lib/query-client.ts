import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { isClientError } from './api-client'

const retries = 2

/** A refusal stays a refusal however often it is asked; only a bad network or a busy server gets another try. */
export function mayRetry(failures: number, error: Error): boolean {
  return !isClientError(error) && failures < retries
}

/** One for the whole app, so that code outside components can mark data as stale too. */
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

/** A saved row in place of what the list knew of it. */
export function replaceInList<Row extends { id: string }>(queryKey: QueryKey, saved: Row): void {
  queryClient.setQueryData<{ rows: Row[] }>(queryKey, (list) =>
    list ? { ...list, rows: list.rows.map((row) => (row.id === saved.id ? saved : row)) } : list,
  )
}
