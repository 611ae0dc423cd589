import { lazily } from '../ui/lazily'
import { AdminGate } from './admin-gate'

const AdminFrame = lazily(() => import('./admin-frame').then((m) => ({ default: m.AdminFrame })))

const PAGES = {
  DashboardPage: lazily(() =>
    import('./dashboard/dashboard-page').then((m) => ({ default: m.DashboardPage })),
  ),
  MonthsPage: lazily(() => import('./months/months-page').then((m) => ({ default: m.MonthsPage }))),
  MonthPrintPage: lazily(() =>
    import('./months/month-print-page').then((m) => ({ default: m.MonthPrintPage })),
  ),
  AdminProfilePage: lazily(() =>
    import('./profile/admin-profile-page').then((m) => ({ default: m.AdminProfilePage })),
  ),
  SubmissionsPage: lazily(() =>
    import('./submissions/submissions-page').then((m) => ({ default: m.SubmissionsPage })),
  ),
  ParentUsersPage: lazily(() =>
    import('./parents/parent-users-page').then((m) => ({ default: m.ParentUsersPage })),
  ),
  ParentDetailPage: lazily(() =>
    import('./parents/parent-detail-page').then((m) => ({ default: m.ParentDetailPage })),
  ),
  ParentStatementPage: lazily(() =>
    import('./parents/parent-statement-page').then((m) => ({ default: m.ParentStatementPage })),
  ),
  DayReportsPage: lazily(() =>
    import('./attendance/day-reports-page').then((m) => ({ default: m.DayReportsPage })),
  ),
  BoardPage: lazily(() => import('./board/board-page').then((m) => ({ default: m.BoardPage }))),
  SignInSheetPage: lazily(() =>
    import('./board/sign-in-sheet-page').then((m) => ({ default: m.SignInSheetPage })),
  ),
  ReportPrintPage: lazily(() =>
    import('./attendance/report-print-page').then((m) => ({ default: m.ReportPrintPage })),
  ),
  SettingsPage: lazily(() => import('./settings/settings-page').then((m) => ({ default: m.SettingsPage }))),
  DropInsPage: lazily(() => import('./drop-ins/drop-ins-page').then((m) => ({ default: m.DropInsPage }))),
}

/** The frame that staff's pages are shown in, once the gate has let somebody through. */
export function AdminArea() {
  return (
    <AdminGate startAhead={startStaffPage}>
      <AdminFrame />
    </AdminGate>
  )
}

export function AdminPage({ name }: { name: keyof typeof PAGES }) {
  const Page = PAGES[name]
  return <Page />
}

/** A page to be printed, without the frame. */
export function AdminSheet({ name }: { name: keyof typeof PAGES }) {
  return (
    <AdminGate>
      <AdminPage name={name} />
    </AdminGate>
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
