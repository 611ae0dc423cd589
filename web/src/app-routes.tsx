import { hasLinkToken } from './auth/has-link-token'
import { RequireUser } from './auth/require-user'
import { useTexts } from './language/language'
import { useAuth } from './lib/auth-provider'
import { findPage, loadCode, type PageModule, startPrefetch, toRoutes } from './lib/page-routes'
import type { RouteEntry } from './lib/route-entry'
import { ParentFrame } from './parent/parent-frame'
import { currentLocation, navigate } from './router/history'
import type { Route } from './router/match'
import { Navigate, Outlet, Routes, useLocation } from './router/router'
import { routes, SIGNED_IN_HOME, type TitleName } from './routes'
import { en } from './texts/titles.en'
import { PageLoading } from './ui/feedback/spinner'
import { lazyWithRetry } from './ui/lazy-with-retry'

const AdminArea = lazyWithRetry(
  () => import('./admin/admin-area'),
  (m) => m.AdminArea,
)
const NotFoundPage = lazyWithRetry(
  () => import('./not-found-page'),
  (m) => m.NotFoundPage,
)

const modules = import.meta.glob<PageModule>([
  '/src/parent/**/*-page.tsx',
  '/src/parent/**/*.prefetch.ts',
  '/src/admin/auth/*-page.tsx',
])

const pagesFor = (access: RouteEntry['access'], frame?: false) =>
  toRoutes(
    routes.filter((entry) => entry.access === access && entry.frame === frame),
    modules,
    useTitle,
  )

function useTitle(name: TitleName | null) {
  const t = useTexts(en)
  return name && t[name]
}

const notFound: Route = { element: <ParentFrame />, children: [{ path: '*', element: <NotFoundPage /> }] }

const appRoutes: readonly Route[] = [
  {
    element: <ParentFrame />,
    children: [
      { element: <RedirectSignedIn />, children: pagesFor('signed-out') },
      ...pagesFor('anyone'),
      { element: <RequireUser />, children: pagesFor('signed-in') },
    ],
  },
  ...pagesFor('anyone', false),
  { path: '/admin/*', element: <AdminArea notFound={notFound} /> },
  notFound,
]

export function AppRoutes() {
  return <Routes routes={appRoutes} />
}

/** Loads a page's code and starts its queries, so that it renders at once. */
export async function loadPage(pathname: string): Promise<void> {
  const page = findPage(routes, pathname)
  if (page) await Promise.all([startPrefetch(page, modules), loadCode(page, modules)])
}

/** Before the first render, so that a signed-in user never sees an empty landing page. */
export function redirectSignedIn(): void {
  const location = currentLocation()
  if (findPage(routes, location.pathname)?.access === 'signed-out' && !hasLinkToken(location))
    navigate(SIGNED_IN_HOME, { replace: true })
}

/** Signed-in users are redirected to the dashboard, once the token of a mailed link is taken out of the URL. */
function RedirectSignedIn() {
  const { user } = useAuth()
  const location = useLocation()
  if (!user) return <Outlet />
  return hasLinkToken(location) ? <PageLoading /> : <Navigate to={SIGNED_IN_HOME} replace />
}
