import { AdminGate } from './auth/admin-gate'
import { useAuth } from './auth/auth-provider'
import { RequireUser } from './auth/require-user'
import { NotFoundPage } from './not-found-page'
import { ParentFrame } from './parent/parent-frame'
import type { Route } from './router/match'
import { Navigate, Routes, useLocation } from './router/router'
import { lazily } from './ui/lazily'

const AuthPage = lazily(() => import('./parent/auth/auth-page').then((m) => ({ default: m.AuthPage })))
const LandingPage = lazily(() => import('./parent/landing-page').then((m) => ({ default: m.LandingPage })))
const DashboardPage = lazily(() => {
  // The small file that reads comes before the large one that draws; a failed read is the page's to tell.
  import('./parent/dashboard/dashboard-reads').then((m) => m.startDashboardReads()).catch(() => undefined)
  return import('./parent/dashboard/dashboard-page').then((m) => ({ default: m.DashboardPage }))
})
const ChildrenPage = lazily(() =>
  import('./parent/children/children-page').then((m) => ({ default: m.ChildrenPage })),
)
const HistoryPage = lazily(() => import('./parent/history-page').then((m) => ({ default: m.HistoryPage })))
const StatementPage = lazily(() =>
  import('./parent/statement-page').then((m) => ({ default: m.StatementPage })),
)
const ProfilePage = lazily(() =>
  import('./parent/profile/profile-page').then((m) => ({ default: m.ProfilePage })),
)
const MonthlySignupPage = lazily(() =>
  import('./parent/monthly-signup/monthly-signup-page').then((m) => ({ default: m.MonthlySignupPage })),
)
const DayDropInPage = lazily(() =>
  import('./parent/day-drop-in/day-drop-in-page').then((m) => ({ default: m.DayDropInPage })),
)
const GuestPortalPage = lazily(() =>
  import('./parent/guest-portal-page').then((m) => ({ default: m.GuestPortalPage })),
)
const GuestRegistrationPage = lazily(() =>
  import('./parent/guest-registration-page').then((m) => ({ default: m.GuestRegistrationPage })),
)

const AdminLoginPage = lazily(() =>
  import('./admin/login/admin-login-page').then((m) => ({ default: m.AdminLoginPage })),
)
const AdminFrame = lazily(() => import('./admin/admin-frame').then((m) => ({ default: m.AdminFrame })))
const AdminDashboardPage = lazily(() =>
  import('./admin/dashboard/dashboard-page').then((m) => ({ default: m.DashboardPage })),
)
const MonthsPage = lazily(() => import('./admin/months/months-page').then((m) => ({ default: m.MonthsPage })))
const MonthPrintPage = lazily(() =>
  import('./admin/months/month-print-page').then((m) => ({ default: m.MonthPrintPage })),
)
const AdminProfilePage = lazily(() =>
  import('./admin/profile/admin-profile-page').then((m) => ({ default: m.AdminProfilePage })),
)
const SubmissionsPage = lazily(() =>
  import('./admin/submissions/submissions-page').then((m) => ({ default: m.SubmissionsPage })),
)
const ParentUsersPage = lazily(() =>
  import('./admin/parent-users/parent-users-page').then((m) => ({ default: m.ParentUsersPage })),
)
const ParentDetailPage = lazily(() =>
  import('./admin/parent-detail/parent-detail-page').then((m) => ({ default: m.ParentDetailPage })),
)
const ParentStatementPage = lazily(() =>
  import('./admin/parent-detail/parent-statement-page').then((m) => ({ default: m.ParentStatementPage })),
)
const DayReportsPage = lazily(() =>
  import('./admin/day-reports/day-reports-page').then((m) => ({ default: m.DayReportsPage })),
)
const BoardPage = lazily(() =>
  import('./admin/day-reports/board/board-page').then((m) => ({ default: m.BoardPage })),
)
const SignInSheetPage = lazily(() =>
  import('./admin/day-reports/board/sign-in-sheet-page').then((m) => ({ default: m.SignInSheetPage })),
)
const ReportPrintPage = lazily(() =>
  import('./admin/day-reports/report-print-page').then((m) => ({ default: m.ReportPrintPage })),
)
const SettingsPage = lazily(() =>
  import('./admin/settings/settings-page').then((m) => ({ default: m.SettingsPage })),
)
const DropInsPage = lazily(() =>
  import('./admin/drop-ins/drop-ins-page').then((m) => ({ default: m.DropInsPage })),
)

/**
 * Every address of the product, in one place, looked at from the top. Each page loads with `lazily`, so that nobody
 * fetches what only other pages use.
 */
const routes: readonly Route[] = [
  {
    element: <ParentFrame />,
    children: [
      { path: '/', element: <Home /> },
      { path: '/guest-portal', element: <GuestPortalPage /> },
      { path: '/guest-registration/:secret', element: <GuestRegistrationPage /> },
      { path: '/monthly-signup/:month?', element: <MonthlySignupPage /> },
      { path: '/day-drop-in', element: <DayDropInPage /> },
      { path: '/auth', element: <AuthPage /> },
      {
        element: <RequireUser />,
        children: [
          { path: '/dashboard', element: <DashboardPage /> },
          { path: '/children', element: <ChildrenPage /> },
          { path: '/history', element: <HistoryPage /> },
          { path: '/statement', element: <StatementPage /> },
          { path: '/profile', element: <ProfilePage /> },
        ],
      },
    ],
  },
  { path: '/login', element: <ToSignIn /> },
  { path: '/admin/login', element: <AdminLoginPage /> },
  {
    path: '/admin/day-reports/print',
    element: (
      <AdminGate>
        <ReportPrintPage />
      </AdminGate>
    ),
  },
  {
    path: '/admin/day-reports/board/print',
    element: (
      <AdminGate>
        <SignInSheetPage />
      </AdminGate>
    ),
  },
  {
    element: (
      <AdminGate startAhead={startStaffPage}>
        <AdminFrame />
      </AdminGate>
    ),
    children: [
      { path: '/admin', element: <Navigate to="/admin/dashboard" replace /> },
      { path: '/admin/dashboard', element: <AdminDashboardPage /> },
      { path: '/admin/months', element: <MonthsPage /> },
      { path: '/admin/months/:monthId/print', element: <MonthPrintPage /> },
      { path: '/admin/submissions', element: <SubmissionsPage /> },
      { path: '/admin/parent-users', element: <ParentUsersPage /> },
      { path: '/admin/parent-users/:parentId', element: <ParentDetailPage /> },
      { path: '/admin/parent-users/:parentId/statement', element: <ParentStatementPage /> },
      { path: '/admin/day-reports', element: <DayReportsPage /> },
      { path: '/admin/day-reports/board', element: <BoardPage /> },
      { path: '/admin/drop-ins', element: <DropInsPage /> },
      { path: '/admin/settings', element: <SettingsPage /> },
      { path: '/admin/profile', element: <AdminProfilePage /> },
    ],
  },
  { element: <ParentFrame />, children: [{ path: '*', element: <NotFoundPage /> }] },
]

export function AppRoutes() {
  return <Routes routes={routes} />
}

/** Code and data of what staff open first, beside the question for their role. What fails is the page's to tell. */
function startStaffPage(pathname: string): void {
  const ignore = () => undefined
  import('./admin/admin-frame').catch(ignore)
  if (pathname !== '/admin' && pathname !== '/admin/dashboard') return
  import('./features/dashboard/dashboard.admin.api').then((m) => m.readDashboardAhead()).catch(ignore)
  import('./admin/dashboard/dashboard-page').catch(ignore)
}

/** Whoever is signed in goes on to the dashboard. */
function Home() {
  const { user } = useAuth()
  return user ? <Navigate to="/dashboard" replace /> : <LandingPage />
}

/** An older address of the sign-in page; a mailed link keeps its values. */
function ToSignIn() {
  const { search, hash, state } = useLocation()
  return <Navigate to={{ pathname: '/auth', search, hash }} replace state={state} />
}
