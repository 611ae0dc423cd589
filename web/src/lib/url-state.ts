import { type Day, isDay } from '@aftercare/domain/lib/days'
import { useCallback } from 'react'
import { useNavigate, useSearchParams } from '../router/router'

/** Null removes a search parameter. */
export type Changes = Record<string, string | null>

/** Typed into a search input, and not yet in the URL. */
let pending: Changes = {}

/** For a debounced search input. Null when nothing is pending. */
export function setPending(name: string, text: string | null): void {
  const { [name]: _, ...others } = pending
  pending = text === null ? others : { ...others, [name]: text }
}

function apply(params: URLSearchParams, changes: Changes): URLSearchParams {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') params.delete(name)
    else params.set(name, value)
  }
  return params
}

/** The current search parameters, not those of the last render. */
export const newestParams = (): URLSearchParams => apply(new URLSearchParams(window.location.search), pending)

/**
 * This page's search parameters, and the one way to change them: always from the current URL, so that two changes at
 * once, or a debounced one, never undo each other.
 */
export function useUrlState() {
  const params = useSearchParams()
  const navigate = useNavigate()
  const change = useCallback(
    (changes: Changes, options: { replace?: boolean } = {}) => {
      const next = apply(newestParams(), changes).toString()
      if (next === window.location.search.replace(/^\?/, '')) return
      navigate({ search: next && `?${next}` }, { replace: options.replace ?? false })
    },
    [navigate],
  )
  /** Another view of the page: replaces all search parameters. */
  const show = useCallback(
    (next: Record<string, string>) => {
      const search = new URLSearchParams(next).toString()
      navigate({ search: search && `?${search}` })
    },
    [navigate],
  )
  return { params, change, show }
}

/** Pages count from 1; anything else is page 1. */
export function readPage(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1
}

/** The value when it is one of the choices, else the first of them. */
export function readChoice<T extends string>(
  params: URLSearchParams,
  name: string,
  choices: readonly [T, ...T[]],
): T {
  return choices.find((value) => value === params.get(name)) ?? choices[0]
}

/** The values of a list of tabs, for `readChoice`. */
export const valuesOf = <T extends string>(
  tabs: readonly [{ readonly value: T }, ...{ readonly value: T }[]],
): [T, ...T[]] => [tabs[0].value, ...tabs.slice(1).map(({ value }) => value)]

/** A day that exists, or null. */
export function readDay(params: URLSearchParams, name = 'date'): Day | null {
  const day = params.get(name) ?? ''
  return isDay(day) ? day : null
}

/** Longer than any name or email, and the server's limit. */
const MAX_SEARCH_LENGTH = 200

/** The search text. Control characters are removed: the server would reject the request. */
export const readSearch = (params: URLSearchParams, name = 'search'): string =>
  (params.get(name) ?? '')
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .slice(0, MAX_SEARCH_LENGTH)
    .trim()
