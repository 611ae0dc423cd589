import { useAuth } from './auth/auth-provider'
import { RequireUser } from './auth/require-user'
import { NotFoundPage } from './not-found-page'
import { ParentFrame } from './parent/parent-frame'
import type { Route } from './router/match'
import { Navigate, Routes, useLocation } from './router/router'
import { lazily } from './ui/lazily'

const AuthPage = lazily(() => import('./parent/auth/auth-page').then((m) => ({ default: m.AuthPage })))
const LandingPage = lazily(() =>
  import('./parent/landing/landing-page').then((m) => ({ default: m.LandingPage })),
)
const DashboardPage = lazily(() => {
  // The small file that reads comes before the large one that draws; a failed read is the page's to tell.
  import('./parent/dashboard/dashboard-reads').then((m) => m.startDashboardReads()).catch(() => undefined)
  return import('./parent/dashboard/dashboard-page').then((m) => ({ default: m.DashboardPage }))
})
const ChildrenPage = lazily(() =>
  import('./parent/children/children-page').then((m) => ({ default: m.ChildrenPage })),
)
const HistoryPage = lazily(() =>
  import('./parent/submissions/history-page').then((m) => ({ default: m.HistoryPage })),
)
const StatementPage = lazily(() =>
  import('./parent/statement/statement-page').then((m) => ({ default: m.StatementPage })),
)
const ProfilePage = lazily(() =>
  import('./parent/profile/profile-page').then((m) => ({ default: m.ProfilePage })),
)
const MonthlySignupPage = lazily(() =>
  import('./parent/registration/monthly-signup-page').then((m) => ({ default: m.MonthlySignupPage })),
)
const DayDropInPage = lazily(() =>
  import('./parent/drop-ins/day-drop-in-page').then((m) => ({ default: m.DayDropInPage })),
)
const GuestPortalPage = lazily(() =>
  import('./parent/landing/guest-portal-page').then((m) => ({ default: m.GuestPortalPage })),
)
const GuestRegistrationPage = lazily(() =>
  import('./parent/registration/guest-registration-page').then((m) => ({ default: m.GuestRegistrationPage })),
)

const AdminLoginPage = lazily(() =>
  import('./admin/auth/admin-login-page').then((m) => ({ default: m.AdminLoginPage })),
)
// The names of all files of staff's pages weigh more than a kilobyte: a parent's start goes without them.
const AdminArea = lazily(() => import('./admin/admin-pages').then((m) => ({ default: m.AdminArea })))
const AdminPage = lazily(() => import('./admin/admin-pages').then((m) => ({ default: m.AdminPage })))
const AdminSheet = lazily(() => import('./admin/admin-pages').then((m) => ({ default: m.AdminSheet })))

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
  { path: '/admin/day-reports/print', element: <AdminSheet name="ReportPrintPage" /> },
  { path: '/admin/day-reports/board/print', element: <AdminSheet name="SignInSheetPage" /> },
  {
    element: <AdminArea />,
    children: [
      { path: '/admin', element: <Navigate to="/admin/dashboard" replace /> },
      { path: '/admin/dashboard', element: <AdminPage name="DashboardPage" /> },
      { path: '/admin/months', element: <AdminPage name="MonthsPage" /> },
      { path: '/admin/months/:monthId/print', element: <AdminPage name="MonthPrintPage" /> },
      { path: '/admin/submissions', element: <AdminPage name="SubmissionsPage" /> },
      { path: '/admin/parent-users', element: <AdminPage name="ParentUsersPage" /> },
      { path: '/admin/parent-users/:parentId', element: <AdminPage name="ParentDetailPage" /> },
      { path: '/admin/parent-users/:parentId/statement', element: <AdminPage name="ParentStatementPage" /> },
      { path: '/admin/day-reports', element: <AdminPage name="DayReportsPage" /> },
      { path: '/admin/day-reports/board', element: <AdminPage name="BoardPage" /> },
      { path: '/admin/drop-ins', element: <AdminPage name="DropInsPage" /> },
      { path: '/admin/settings', element: <AdminPage name="SettingsPage" /> },
      { path: '/admin/profile', element: <AdminPage name="AdminProfilePage" /> },
    ],
  },
  { element: <ParentFrame />, children: [{ path: '*', element: <NotFoundPage /> }] },
]

export function AppRoutes() {
  return <Routes routes={routes} />
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
