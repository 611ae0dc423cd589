import { needsFullLoad } from './full-load'

/** The URL of a page, and its history state. */
export type Location = {
  pathname: string
  /** With its question mark, or empty. */
  search: string
  /** With its hash sign, or empty. */
  hash: string
  /** The state passed to the link or `navigate`; null otherwise. */
  state: unknown
}

export type To = string | Partial<Pick<Location, 'pathname' | 'search' | 'hash'>>

export type NavigateOptions = { replace?: boolean; state?: unknown }

/** What the user clicked may load the page from the server; a redirect or what follows a saved form may not. */
type FollowOptions = NavigateOptions & { isLink?: boolean }

/** POP: Back, Forward or the first load. PUSH: a new entry. REPLACE: a changed entry. */
export type NavigationType = 'POP' | 'PUSH' | 'REPLACE'

/** The history state: `idx` counts the entries, so that a navigation blocker knows the direction. */
type Entry = { usr: unknown; idx: number }

const parseEntry = (state: unknown): Entry | null =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? { usr: 'usr' in state ? state.usr : null, idx: state.idx }
    : null

/** While the server renders, the requested URL. */
let requestedUrl: URL | undefined

export function setRequestedUrl(url: URL): void {
  requestedUrl = url
}

const currentUrl = () => requestedUrl ?? window.location

/** The tab's current location, also while the previous one is still rendered. */
export function currentLocation(): Location {
  const { pathname, search, hash } = currentUrl()
  return { pathname, search, hash, state: parseEntry(globalThis.window?.history.state)?.usr ?? null }
}

/** Resolves `to` against the current URL: `/history`, `?page=2` or parts of a location. */
export function hrefOf(to: To): string {
  if (typeof to !== 'string')
    return (to.pathname ?? currentUrl().pathname) + (to.search ?? '') + (to.hash ?? '')
  // Two leading slashes would mean another host.
  const { pathname, search, hash } = new URL(to.replace(/^\/{2,}/, '/'), currentUrl().href)
  return pathname + search + hash
}

type Listener = (location: Location, type: NavigationType) => void

const listeners = new Set<Listener>()
let idx = 0
/** The page that is shown, or on its way: its path and state. */
let shown: Pick<Location, 'pathname' | 'state'> = { pathname: '', state: null }

function notify(type: NavigationType): void {
  const location = currentLocation()
  shown = location
  for (const listener of listeners) listener(location, type)
}

/** Gives an index to an entry that the router did not push: the tab's first, or a link within the page. */
function assignIndex(index: number, usr: unknown): void {
  const entry = parseEntry(window.history.state)
  idx = entry?.idx ?? index
  if (!entry) window.history.replaceState({ usr, idx }, '')
}

const opensOtherPage = () => window.location.pathname !== shown.pathname

function onPop(): void {
  // The skip link leaves the page as it is: what its state says still holds.
  assignIndex(idx + 1, shown.state)
  if (opensOtherPage() && needsFullLoad()) window.location.reload()
  else notify('POP')
}

export function navigate(
  to: To,
  { replace = false, state = null, isLink = false }: FollowOptions = {},
): void {
  const href = hrefOf(to)
  if (!replace) idx += 1
  const entry: Entry = { usr: state, idx }
  if (replace) window.history.replaceState(entry, '', href)
  else window.history.pushState(entry, '', href)
  if (isLink && opensOtherPage() && needsFullLoad()) {
    // A reload keeps the entry with its state, and would restore the scroll position too.
    window.scrollTo(0, 0)
    window.location.reload()
  } else notify(replace ? 'REPLACE' : 'PUSH')
}

/** Called on every navigation, the app's and the browser's. */
export function listenToHistory(listener: Listener): () => void {
  if (listeners.size === 0) {
    assignIndex(0, null)
    shown = currentLocation()
    window.addEventListener('popstate', onPop)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('popstate', onPop)
  }
}
