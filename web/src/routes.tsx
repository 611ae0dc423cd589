import { lazy } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { AdminGate } from './auth/admin-gate'
import { useAuth } from './auth/auth-provider'
import { RequireUser } from './auth/require-user'
import { NotFoundPage } from './not-found-page'
import { startDashboardReads } from './parent/dashboard/dashboard-reads'
import { ParentFrame } from './parent/parent-frame'

const AuthPage = lazy(() => import('./parent/auth/auth-page').then((m) => ({ default: m.AuthPage })))
const LandingPage = lazy(() => import('./parent/landing-page').then((m) => ({ default: m.LandingPage })))
const DashboardPage = lazy(() => {
  startDashboardReads()
  return import('./parent/dashboard/dashboard-page').then((m) => ({ default: m.DashboardPage }))
})
const ChildrenPage = lazy(() =>
  import('./parent/children/children-page').then((m) => ({ default: m.ChildrenPage })),
)
const HistoryPage = lazy(() => import('./parent/history-page').then((m) => ({ default: m.HistoryPage })))
const ProfilePage = lazy(() =>
  import('./parent/profile/profile-page').then((m) => ({ default: m.ProfilePage })),
)
const MonthlySignupPage = lazy(() =>
  import('./parent/monthly-signup/monthly-signup-page').then((m) => ({ default: m.MonthlySignupPage })),
)
const DayDropInPage = lazy(() =>
  import('./parent/day-drop-in/day-drop-in-page').then((m) => ({ default: m.DayDropInPage })),
)
const GuestPortalPage = lazy(() =>
  import('./parent/guest-portal-page').then((m) => ({ default: m.GuestPortalPage })),
)

const AdminLoginPage = lazy(() =>
  import('./admin/login/admin-login-page').then((m) => ({ default: m.AdminLoginPage })),
)
const AdminFrame = lazy(() => import('./admin/admin-frame').then((m) => ({ default: m.AdminFrame })))
const AdminDashboardPage = lazy(() =>
  import('./admin/dashboard/dashboard-page').then((m) => ({ default: m.DashboardPage })),
)
const MonthsPage = lazy(() => import('./admin/months/months-page').then((m) => ({ default: m.MonthsPage })))
const MonthPrintPage = lazy(() =>
  import('./admin/months/month-print-page').then((m) => ({ default: m.MonthPrintPage })),
)
const AdminProfilePage = lazy(() =>
  import('./admin/profile/admin-profile-page').then((m) => ({ default: m.AdminProfilePage })),
)
const SubmissionsPage = lazy(() =>
  import('./admin/submissions/submissions-page').then((m) => ({ default: m.SubmissionsPage })),
)
const ParentUsersPage = lazy(() =>
  import('./admin/parent-users/parent-users-page').then((m) => ({ default: m.ParentUsersPage })),
)
const ParentDetailPage = lazy(() =>
  import('./admin/parent-detail/parent-detail-page').then((m) => ({ default: m.ParentDetailPage })),
)
const DayReportsPage = lazy(() =>
  import('./admin/day-reports/day-reports-page').then((m) => ({ default: m.DayReportsPage })),
)
const ReportPrintPage = lazy(() =>
  import('./admin/day-reports/report-print-page').then((m) => ({ default: m.ReportPrintPage })),
)
const SettingsPage = lazy(() =>
  import('./admin/settings/settings-page').then((m) => ({ default: m.SettingsPage })),
)
const DropInsPage = lazy(() =>
  import('./admin/drop-ins/drop-ins-page').then((m) => ({ default: m.DropInsPage })),
)

/**
 * Every address of the product, in one place. A portal's pages load with `lazy`, so that a parent's phone never
 * fetches the staff's code; the build puts each portal into a file of its own.
 */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<ParentFrame />}>
        <Route index element={<Home />} />
        <Route path="guest-portal" element={<GuestPortalPage />} />
        <Route path="monthly-signup/:month?" element={<MonthlySignupPage />} />
        <Route path="day-drop-in" element={<DayDropInPage />} />
        <Route path="auth" element={<AuthPage />} />
        <Route element={<RequireUser />}>
          <Route path="dashboard" element={<DashboardPage />} />
          <Route path="children" element={<ChildrenPage />} />
          <Route path="history" element={<HistoryPage />} />
          <Route path="profile" element={<ProfilePage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      <Route path="login" element={<ToSignIn />} />

      <Route path="admin/login" element={<AdminLoginPage />} />
      <Route
        path="admin/day-reports/print"
        element={
          <AdminGate>
            <ReportPrintPage />
          </AdminGate>
        }
      />
      <Route
        path="admin"
        element={
          <AdminGate>
            <AdminFrame />
          </AdminGate>
        }
      >
        <Route index element={<Navigate to="/admin/dashboard" replace />} />
        <Route path="dashboard" element={<AdminDashboardPage />} />
        <Route path="months" element={<MonthsPage />} />
        <Route path="months/:monthId/print" element={<MonthPrintPage />} />
        <Route path="submissions" element={<SubmissionsPage />} />
        <Route path="parent-users" element={<ParentUsersPage />} />
        <Route path="parent-users/:parentId" element={<ParentDetailPage />} />
        <Route path="day-reports" element={<DayReportsPage />} />
        <Route path="drop-ins" element={<DropInsPage />} />
        <Route path="settings" element={<SettingsPage />} />
        <Route path="profile" element={<AdminProfilePage />} />
      </Route>
    </Routes>
  )
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
