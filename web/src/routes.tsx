import { RequireUser } from './auth/require-user'
import { useAuth } from './lib/auth-provider'
import { NotFoundPage } from './not-found-page'
import { ParentFrame } from './parent/parent-frame'
import type { Route } from './router/match'
import { Navigate, Routes, useLocation } from './router/router'
import { lazyWithRetry } from './ui/lazy-with-retry'

const AuthPage = lazyWithRetry(
  () => import('./parent/auth/auth-page'),
  (m) => m.AuthPage,
)
const LandingPage = lazyWithRetry(
  () => import('./parent/landing/landing-page'),
  (m) => m.LandingPage,
)
const DashboardPage = lazyWithRetry(
  () => import('./parent/dashboard/dashboard-page'),
  (m) => m.DashboardPage,
  {
    // The small file that reads comes before the large one that renders; a failed read is the page's to show.
    prefetch: () =>
      void import('./parent/dashboard/dashboard-reads')
        .then((m) => m.startDashboardReads())
        .catch(() => undefined),
  },
)
const ChildrenPage = lazyWithRetry(
  () => import('./parent/children/children-page'),
  (m) => m.ChildrenPage,
)
const HistoryPage = lazyWithRetry(
  () => import('./parent/submissions/history-page'),
  (m) => m.HistoryPage,
)
const StatementPage = lazyWithRetry(
  () => import('./parent/statement/statement-page'),
  (m) => m.StatementPage,
)
const ProfilePage = lazyWithRetry(
  () => import('./parent/profile/profile-page'),
  (m) => m.ProfilePage,
)
const MonthlySignupPage = lazyWithRetry(
  () => import('./parent/registration/monthly-signup-page'),
  (m) => m.MonthlySignupPage,
)
const DayDropInPage = lazyWithRetry(
  () => import('./parent/drop-ins/day-drop-in-page'),
  (m) => m.DayDropInPage,
)
const GuestPortalPage = lazyWithRetry(
  () => import('./parent/landing/guest-portal-page'),
  (m) => m.GuestPortalPage,
)
const GuestRegistrationPage = lazyWithRetry(
  () => import('./parent/registration/guest-registration-page'),
  (m) => m.GuestRegistrationPage,
)

const AdminLoginPage = lazyWithRetry(
  () => import('./admin/auth/admin-login-page'),
  (m) => m.AdminLoginPage,
)
// The names of all files of staff's pages weigh more than a kilobyte: a parent's start goes without them.
const AdminArea = lazyWithRetry(
  () => import('./admin/admin-pages'),
  (m) => m.AdminArea,
)
const AdminPage = lazyWithRetry(
  () => import('./admin/admin-pages'),
  (m) => m.AdminPage,
)
const AdminSheet = lazyWithRetry(
  () => import('./admin/admin-pages'),
  (m) => m.AdminSheet,
)

/**
 * Every address of the product, in one place, looked at from the top. Each page loads with `lazyWithRetry`, so that nobody
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
