import { type Day, isDay } from '@aftercare/domain/lib/days'
import { useCallback } from 'react'
import { useNavigate, useSearchParams } from '../router/router'

/** Null takes a part out of the address. */
export type Changes = Record<string, string | null>

/** Typed into a search, and not yet in the address. */
let pending: Changes = {}

/** For a search whose address waits until the typing pauses. Null when it no longer does. */
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

/** The parts of the address as they are now, not as they were when a component was drawn. */
export const newestParams = (): URLSearchParams => apply(new URLSearchParams(window.location.search), pending)

/**
 * The parts of this page's address, and the one way to change them: always from the newest state, so that two changes
 * in one moment, or one that was put off, never undo each other.
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
  /** Another view of the page: nothing of the last one's address belongs to it. */
  const show = useCallback(
    (parts: Record<string, string>) => {
      const search = new URLSearchParams(parts).toString()
      navigate({ search: search && `?${search}` })
    },
    [navigate],
  )
  return { params, change, show }
}

/** Pages count from 1; whatever is no such number is the first. */
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

/** The values of a list of tabs, to choose from. */
export const valuesOf = <T extends string>(
  tabs: readonly [{ readonly value: T }, ...{ readonly value: T }[]],
): [T, ...T[]] => [tabs[0].value, ...tabs.slice(1).map(({ value }) => value)]

/** A day that exists, or null. */
export function readDay(params: URLSearchParams, name = 'date'): Day | null {
  const day = params.get(name) ?? ''
  return isDay(day) ? day : null
}

/** More than any name or address, and as much as a list can be searched for. */
const LONGEST_SEARCH = 200

/** What a list is searched for. Whatever nobody can type is taken out: the server would refuse the list for it. */
export const readSearch = (params: URLSearchParams, name = 'search'): string =>
  (params.get(name) ?? '')
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .slice(0, LONGEST_SEARCH)
    .trim()
