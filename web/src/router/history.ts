/** An address of the app as the screens read it. */
export type Location = {
  pathname: string
  /** With its question mark, or empty. */
  search: string
  /** With its hash sign, or empty. */
  hash: string
  /** What the link or call that led here gave along; null otherwise. */
  state: unknown
}

export type To = string | Partial<Pick<Location, 'pathname' | 'search' | 'hash'>>

export type NavigateOptions = { replace?: boolean; state?: unknown }

/** How the address came about: by Back, Forward or a first load, by a new entry, or by changing the entry. */
export type NavigationKind = 'POP' | 'PUSH' | 'REPLACE'

/** What is kept with an entry of the tab's history: `idx` counts the entries, so that a guard knows which way one went. */
type Entry = { usr: unknown; idx: number }

const entryOf = (state: unknown): Entry | null =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? { usr: 'usr' in state ? state.usr : null, idx: state.idx }
    : null

/** Where the tab is now: always the newest, also while the screens are still drawing an older address. */
export function currentLocation(): Location {
  const { pathname, search, hash } = window.location
  return { pathname, search, hash, state: entryOf(window.history.state)?.usr ?? null }
}

/** The address of `to` as seen from here: `/history`, `?page=2` and parts of one are all understood. */
export function hrefOf(to: To): string {
  if (typeof to !== 'string')
    return (to.pathname ?? window.location.pathname) + (to.search ?? '') + (to.hash ?? '')
  // Two slashes would name another host.
  const { pathname, search, hash } = new URL(to.replace(/^\/{2,}/, '/'), window.location.href)
  return pathname + search + hash
}

type Listener = (location: Location, kind: NavigationKind) => void

const listeners = new Set<Listener>()
let idx = 0

function tell(kind: NavigationKind): void {
  const location = currentLocation()
  for (const listener of listeners) listener(location, kind)
}

/** An entry that we did not make, as the first of a tab or one of a link within the page, gets its place in the count. */
function count(place: number): void {
  const entry = entryOf(window.history.state)
  idx = entry?.idx ?? place
  if (!entry) window.history.replaceState({ usr: null, idx }, '')
}

function onPop(): void {
  count(idx + 1)
  tell('POP')
}

export function navigate(to: To | number, { replace = false, state = null }: NavigateOptions = {}): void {
  if (typeof to === 'number') {
    window.history.go(to)
    return
  }
  const href = hrefOf(to)
  if (!replace) idx += 1
  const entry: Entry = { usr: state, idx }
  if (replace) window.history.replaceState(entry, '', href)
  else window.history.pushState(entry, '', href)
  tell(replace ? 'REPLACE' : 'PUSH')
}

/** Hears of every change of the address, its own moves and the browser's. */
export function listenToHistory(listener: Listener): () => void {
  if (listeners.size === 0) {
    count(0)
    window.addEventListener('popstate', onPop)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('popstate', onPop)
  }
}
