import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'

/** One page of a list. The page before stays until it has loaded. */
export const usePage = <Page>(queryKey: QueryKey, queryFn: () => Promise<Page>) =>
  useQuery({ queryKey, queryFn, placeholderData: keepPreviousData })
