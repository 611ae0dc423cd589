import { type Changes, readChoice, readPage, useUrlState } from '../lib/url-state'

/** Search, filters, sort and page of a list live in the URL, so links, reload and Back work. */
export function useListUrlState() {
  const { params, change } = useUrlState()
  const goToPage = (page: number, options?: { replace?: boolean }) => change({ page: String(page) }, options)
  return {
    params,
    page: readPage(params),
    goToPage,
    /** Goes back to the first page. */
    change: (changes: Changes, options?: { replace?: boolean }) =>
      change({ page: null, ...changes }, options),
    choice: <T extends string>(name: string, choices: readonly [T, ...T[]]): T =>
      readChoice(params, name, choices),
  }
}
