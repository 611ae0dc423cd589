import type { ReactNode } from 'react'
import { matchPath, type Route } from '../router/match'
import { Navigate, useLocation } from '../router/router'
import { RouteTitleContext } from '../ui/layout/page-title'
import { importWithRetry, lazyWithRetry, loadedModule } from '../ui/lazy-with-retry'
import type { PageRoute, RouteEntry } from './route-entry'

export type PageModule = { default: () => ReactNode }

/** Pages and prefetches by file, as `import.meta.glob` finds them. */
export type PageModules = Readonly<Record<string, () => Promise<PageModule>>>

function loaderOf(modules: PageModules, file: string) {
  const load = modules[`/src/${file}`]
  if (!load) throw new Error(file)
  return load
}

/** Resolves when the prefetch says so. A failed request is the page's to show. */
export async function startPrefetch({ prefetch }: PageRoute, modules: PageModules): Promise<void> {
  if (!prefetch) return
  try {
    const load = loaderOf(modules, prefetch)
    // At once where it is loaded: the page, loaded as well, would send its own requests meanwhile.
    const { default: start } = loadedModule(load) ?? (await importWithRetry(load))
    await start()
  } catch {
    // The page loads what it shows itself, and says so if it cannot.
  }
}

/** The page at a path, after redirects. */
export function findPage(entries: readonly RouteEntry[], pathname: string): PageRoute | undefined {
  const entry = entries.find(({ path }) => matchPath(path, pathname))
  return entry && 'redirectTo' in entry ? findPage(entries, entry.redirectTo) : entry
}

/** Loads a page's code and its prefetch's, so that it renders at once. */
export const loadCode = ({ page, prefetch }: PageRoute, modules: PageModules) =>
  Promise.all([...(prefetch ? [prefetch] : []), page].map((file) => importWithRetry(loaderOf(modules, file))))

/** All that the router can render so far, for `preload-on-intent.ts`. */
export const knownPages: { entries: readonly RouteEntry[]; modules: PageModules }[] = []

/** The route of a page as it is declared; null where nothing is, or staff's routes are not loaded. */
export const declaredRoute = (pathname: string): string | null =>
  knownPages.flatMap(({ entries }) => entries).find(({ path }) => matchPath(path, pathname))?.path ?? null

type UseTitle<Title> = (title: Title | null) => string | null

/** What the router renders for these entries. `useTitle` finds a title by its name; staff's are what is shown. */
export function toRoutes<Title extends string>(
  entries: readonly RouteEntry<Title>[],
  modules: PageModules,
  useTitle: UseTitle<Title> = (title) => title,
): Route[] {
  knownPages.push({ entries, modules })
  return entries.map((entry) => {
    const { path } = entry
    if ('redirectTo' in entry) return { path, element: <Redirect to={entry.redirectTo} /> }
    const { page, title } = entry
    const Page = lazyWithRetry(loaderOf(modules, page), (module) => module.default, {
      prefetch: () => void startPrefetch(entry, modules),
    })
    function TitledPage() {
      return (
        <RouteTitleContext value={useTitle(title)}>
          <Page />
        </RouteTitleContext>
      )
    }
    return { path, element: <TitledPage key={path} /> }
  })
}

/** A mailed link keeps its values. */
function Redirect({ to }: { to: string }) {
  const { search, hash, state } = useLocation()
  return <Navigate to={{ pathname: to, search, hash }} replace state={state} />
}
