import { type Changes, readChoice, readPage, useUrlState } from '../lib/url-state'

/** Search, filters, sort and page of a list live in the address: it can be linked, reloaded and gone back to. */
export function useListUrlState() {
  const { params, change } = useUrlState()
  const turnTo = (page: number, options?: { replace?: boolean }) => change({ page: String(page) }, options)
  return {
    params,
    page: readPage(params),
    turnTo,
    /** Whatever else changes, the list starts at its first page again; opening a row keeps it. */
    change: (changes: Changes, options?: { replace?: boolean }) =>
      change('id' in changes ? changes : { page: null, ...changes }, options),
    choice: <T extends string>(name: string, choices: readonly [T, ...T[]]): T =>
      readChoice(params, name, choices),
  }
}
