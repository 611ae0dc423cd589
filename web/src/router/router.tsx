import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  type Ref,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import {
  currentLocation,
  hrefOf,
  type Location,
  listenToHistory,
  type NavigateOptions,
  type NavigationKind,
  navigate,
  type To,
} from './history'
import { matchRoutes, type Params, type Route } from './match'

const Here = createContext<{ location: Location; kind: NavigationKind } | null>(null)
const ParamsContext = createContext<Params>({})
const OutletContext = createContext<ReactNode>(null)

function useHere() {
  const here = useContext(Here)
  if (!here) throw new Error('Only what stands inside the Router knows the address')
  return here
}

/** Follows the browser's address. A page whose code is still on its way does not take the old one off the screen. */
export function Router({ children }: { children: ReactNode }) {
  const [here, setHere] = useState(() => ({ location: currentLocation(), kind: 'POP' as NavigationKind }))
  useLayoutEffect(
    () => listenToHistory((location, kind) => startTransition(() => setHere({ location, kind }))),
    [],
  )
  return <Here value={here}>{children}</Here>
}

/** The screen of the address, inside its frames; nothing where no route fits. */
export function Routes({ routes }: { routes: readonly Route[] }) {
  const { pathname } = useHere().location
  const match = useMemo(() => matchRoutes(routes, pathname), [routes, pathname])
  if (!match) return null
  const wrap = (inner: ReactNode, element: ReactNode) => (
    <OutletContext value={inner}>{element}</OutletContext>
  )
  const screen = match.elements.reduceRight(wrap, null)
  return <ParamsContext value={match.params}>{screen}</ParamsContext>
}

/** Where a frame shows the screen that it stands around. */
export function Outlet() {
  return useContext(OutletContext)
}

export function useLocation(): Location {
  return useHere().location
}

export function useNavigationType(): NavigationKind {
  return useHere().kind
}

export function useParams(): Params {
  return useContext(ParamsContext)
}

/** The same function for ever. */
export function useNavigate(): typeof navigate {
  return navigate
}

/** The part after the question mark, to read; `useUrlState` changes it. */
export function useSearchParams(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}

/** Leads on as soon as it is drawn. */
export function Navigate({ to, replace, state }: { to: To } & NavigateOptions) {
  const href = hrefOf(to)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a state of equal contents is no new place to go
  useEffect(() => navigate(href, { replace, state }), [href, replace])
  return null
}

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  NavigateOptions & {
    /** A function is asked when the link is drawn and once more when it is pressed. */
    to: To | (() => To)
    ref?: Ref<HTMLAnchorElement>
  }

const isPlainPress = (event: MouseEvent<HTMLAnchorElement>) =>
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
  (event.currentTarget.target === '' || event.currentTarget.target === '_self')

/** A link within the app. A new tab, a new window and a download work as with any link. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  // Drawn again with every address, because `?page=2` leads elsewhere from another page.
  useHere()
  const goal = () => (typeof to === 'function' ? to() : to)
  return (
    <a
      {...rest}
      href={hrefOf(goal())}
      onClick={(event) => {
        onClick?.(event)
        const href = hrefOf(goal())
        // Also what the browser follows by itself, into a new tab.
        if (typeof to === 'function') event.currentTarget.href = href
        if (event.defaultPrevented || !isPlainPress(event)) return
        event.preventDefault()
        // As with any link: to where one is already, no further entry.
        const isHere = href === hrefOf({ ...currentLocation() })
        navigate(href, { replace: replace ?? isHere, state })
      }}
    />
  )
}

/** A link of a menu, which tells when its page, or one below it, is shown. */
export function NavLink({ to, ...rest }: LinkProps & { to: string }) {
  const { pathname } = useLocation()
  const isCurrent = pathname === to || pathname.startsWith(`${to}/`)
  return <Link {...rest} to={to} aria-current={isCurrent ? 'page' : undefined} />
}
