import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useTransition,
} from 'react'
import {
  currentLocation,
  hrefOf,
  type Location,
  listenToHistory,
  type NavigateOptions,
  type NavigationType,
  navigate,
  type To,
} from './history'
import { matchRoutes, type Params, type Route } from './match'

const LocationContext = createContext<{ location: Location; type: NavigationType } | null>(null)
const PendingContext = createContext(false)
const ParamsContext = createContext<Params>({})
const OutletContext = createContext<ReactNode>(null)

function useLocationContext() {
  const current = useContext(LocationContext)
  if (!current) throw new Error('Router hooks must be used within a Router')
  return current
}

/** Follows the browser's URL. The old page stays until the next one's code is loaded. */
export function Router({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState(() => ({
    location: currentLocation(),
    type: 'POP' as NavigationType,
  }))
  const [isPending, startTransition] = useTransition()
  useLayoutEffect(
    () => listenToHistory((location, type) => startTransition(() => setCurrent({ location, type }))),
    [],
  )
  return (
    <PendingContext value={isPending}>
      <LocationContext value={current}>{children}</LocationContext>
    </PendingContext>
  )
}

/** The page of the current URL, inside its layouts; nothing where no route matches. */
export function Routes({ routes }: { routes: readonly Route[] }) {
  const { pathname } = useLocationContext().location
  const match = useMemo(() => matchRoutes(routes, pathname), [routes, pathname])
  if (!match) return null
  const wrap = (inner: ReactNode, element: ReactNode) => (
    <OutletContext value={inner}>{element}</OutletContext>
  )
  const screen = match.elements.reduceRight(wrap, null)
  return <ParamsContext value={match.params}>{screen}</ParamsContext>
}

/** Renders the child route of a layout. */
export function Outlet() {
  return useContext(OutletContext)
}

export function useLocation(): Location {
  return useLocationContext().location
}

export function useNavigationType(): NavigationType {
  return useLocationContext().type
}

/** Whether the code of the next page is still loading. */
export function useNavigationPending(): boolean {
  return useContext(PendingContext)
}

export function useParams(): Params {
  return useContext(ParamsContext)
}

/** A stable function. */
export function useNavigate(): typeof navigate {
  return navigate
}

/** Read-only; `useUrlState` changes them. */
export function useSearchParams(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}

/** Navigates as soon as it is rendered. */
export function Navigate({ to, replace, state }: { to: To } & NavigateOptions) {
  const href = hrefOf(to)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal state object is no reason to navigate again
  useEffect(() => navigate(href, { replace, state }), [href, replace])
  return null
}

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  NavigateOptions & {
    /** A function is called on render and again on click. */
    to: To | (() => To)
    ref?: Ref<HTMLAnchorElement>
  }

const isPlainClick = (event: MouseEvent<HTMLAnchorElement>) =>
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
  (event.currentTarget.target === '' || event.currentTarget.target === '_self')

/** A link within the app. A new tab, a new window and a download work as with any link. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  // Re-rendered on every navigation, because `?page=2` is relative to the current page.
  useLocationContext()
  const resolveTo = () => (typeof to === 'function' ? to() : to)
  return (
    <a
      {...rest}
      href={hrefOf(resolveTo())}
      onClick={(event) => {
        onClick?.(event)
        const href = hrefOf(resolveTo())
        // Also for the browser's own handling, such as a new tab.
        if (typeof to === 'function') event.currentTarget.href = href
        if (event.defaultPrevented || !isPlainClick(event)) return
        event.preventDefault()
        // As with any link: one to the current page pushes no entry.
        const isCurrent = href === hrefOf({ ...currentLocation() })
        navigate(href, { replace: replace ?? isCurrent, state, isLink: true })
      }}
    />
  )
}

/** A link of a menu, current on its page and the pages below. */
export function NavLink({ to, ...rest }: LinkProps & { to: string }) {
  const { pathname } = useLocation()
  const isCurrent = pathname === to || pathname.startsWith(`${to}/`)
  return <Link {...rest} to={to} aria-current={isCurrent ? 'page' : undefined} />
}
