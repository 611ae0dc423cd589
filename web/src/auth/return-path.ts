import type { Location } from '../router/history'

type ReturnState = { from: string }

/** The page to return to after signing in. In the history state, where no foreign URL can be injected. */
export const returnStateOf = ({ pathname, search, hash }: Location): ReturnState => ({
  from: pathname + search + hash,
})

/** A path of this site, or the fallback. Browsers strip line breaks and tabs, so `/` with one becomes `//`. */
export function returnPathOf(state: unknown, fallback: string): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return fallback
  const { from } = state
  return typeof from === 'string' && /^\/(?![/\\\s])/.test(from) ? from : fallback
}
