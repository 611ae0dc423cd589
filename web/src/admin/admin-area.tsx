import { findPage, loadCode, type PageModule, startPrefetch, toRoutes } from '../lib/page-routes'
import type { Route } from '../router/match'
import { Outlet, Routes } from '../router/router'
import { lazyWithRetry } from '../ui/lazy-with-retry'
import { adminRoutes } from './admin-routes'
import { RequireAdmin } from './require-admin'

const loadFrame = () => import('./admin-frame')
const AdminFrame = lazyWithRetry(loadFrame, (m) => m.AdminFrame)

const modules = import.meta.glob<PageModule>(['/src/admin/**/*-page.tsx', '/src/admin/**/*.prefetch.ts'])
const pagesWith = (frame?: false) =>
  toRoutes(
    adminRoutes.filter((entry) => entry.frame === frame),
    modules,
  )

const routes: readonly Route[] = [
  {
    element: (
      <RequireAdmin preload={preload}>
        <AdminFrame />
      </RequireAdmin>
    ),
    children: pagesWith(),
  },
  {
    element: (
      <RequireAdmin key="without-frame">
        <Outlet />
      </RequireAdmin>
    ),
    children: pagesWith(false),
  },
]

/** The admin pages. */
export function AdminArea({ notFound }: { notFound: Route }) {
  return <Routes routes={[...routes, notFound]} />
}

/** Preloads the page's code and data while the role is checked. Errors are left to the page itself. */
function preload(pathname: string): void {
  const ignore = () => undefined
  loadFrame().catch(ignore)
  const page = findPage(adminRoutes, pathname)
  if (!page) return
  startPrefetch(page, modules)
  loadCode(page, modules).catch(ignore)
}
