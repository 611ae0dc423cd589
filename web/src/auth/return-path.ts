import type { Location } from '../router/history'

type ReturnState = { from: string }

/** Remembers the page that asked to sign in, in the history entry: no address of somebody else's can get there. */
export const returnStateOf = ({ pathname, search, hash }: Location): ReturnState => ({
  from: pathname + search + hash,
})

/** A page of this site to go back to, or the fallback. Browsers drop line breaks and tabs: `/` and one is like `//`. */
export function returnPathOf(state: unknown, fallback: string): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return fallback
  const { from } = state
  return typeof from === 'string' && /^\/(?![/\\\s])/.test(from) ? from : fallback
}
