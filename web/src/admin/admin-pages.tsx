import { lazyWithRetry } from '../ui/lazy-with-retry'
import { RequireAdmin } from './require-admin'

const AdminFrame = lazyWithRetry(
  () => import('./admin-frame'),
  (m) => m.AdminFrame,
)

const PAGES = {
  DashboardPage: lazyWithRetry(
    () => import('./dashboard/dashboard-page'),
    (m) => m.DashboardPage,
  ),
  MonthsPage: lazyWithRetry(
    () => import('./months/months-page'),
    (m) => m.MonthsPage,
  ),
  MonthPrintPage: lazyWithRetry(
    () => import('./months/month-print-page'),
    (m) => m.MonthPrintPage,
  ),
  AdminProfilePage: lazyWithRetry(
    () => import('./profile/admin-profile-page'),
    (m) => m.AdminProfilePage,
  ),
  SubmissionsPage: lazyWithRetry(
    () => import('./submissions/submissions-page'),
    (m) => m.SubmissionsPage,
  ),
  ParentUsersPage: lazyWithRetry(
    () => import('./parents/parent-users-page'),
    (m) => m.ParentUsersPage,
  ),
  ParentDetailPage: lazyWithRetry(
    () => import('./parents/parent-detail-page'),
    (m) => m.ParentDetailPage,
  ),
  ParentStatementPage: lazyWithRetry(
    () => import('./parents/parent-statement-page'),
    (m) => m.ParentStatementPage,
  ),
  DayReportsPage: lazyWithRetry(
    () => import('./attendance/day-reports-page'),
    (m) => m.DayReportsPage,
  ),
  BoardPage: lazyWithRetry(
    () => import('./board/board-page'),
    (m) => m.BoardPage,
  ),
  SignInSheetPage: lazyWithRetry(
    () => import('./board/sign-in-sheet-page'),
    (m) => m.SignInSheetPage,
  ),
  ReportPrintPage: lazyWithRetry(
    () => import('./attendance/report-print-page'),
    (m) => m.ReportPrintPage,
  ),
  SettingsPage: lazyWithRetry(
    () => import('./settings/settings-page'),
    (m) => m.SettingsPage,
  ),
  DropInsPage: lazyWithRetry(
    () => import('./drop-ins/drop-ins-page'),
    (m) => m.DropInsPage,
  ),
}

/** The frame that staff's pages are shown in, once RequireAdmin has admitted somebody. */
export function AdminArea() {
  return (
    <RequireAdmin preload={startStaffPage}>
      <AdminFrame />
    </RequireAdmin>
  )
}

export function AdminPage({ name }: { name: keyof typeof PAGES }) {
  const Page = PAGES[name]
  return <Page />
}

/** A page to be printed, without the frame. */
export function AdminSheet({ name }: { name: keyof typeof PAGES }) {
  return (
    <RequireAdmin>
      <AdminPage name={name} />
    </RequireAdmin>
  )
}

/** Code and data of what staff open first, beside the question for their role. What fails is the page's to tell. */
function startStaffPage(pathname: string): void {
  const ignore = () => undefined
  import('./admin-frame').catch(ignore)
  if (pathname !== '/admin' && pathname !== '/admin/dashboard') return
  import('./dashboard/dashboard.admin.api').then((m) => m.readDashboardAhead()).catch(ignore)
  import('./dashboard/dashboard-page').catch(ignore)
}
