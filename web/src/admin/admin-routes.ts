import type { RouteEntry } from '../lib/route-entry.ts'

/** Staff's URLs, a table of the same kind as `routes.ts`. */
export const adminRoutes: readonly RouteEntry[] = [
  { path: '/admin', redirectTo: '/admin/dashboard', access: 'admin' },
  {
    path: '/admin/dashboard',
    page: 'admin/dashboard/dashboard-page.tsx',
    title: 'Dashboard',
    access: 'admin',
    prefetch: 'admin/dashboard/dashboard.prefetch.ts',
  },
  { path: '/admin/months', page: 'admin/months/months-page.tsx', title: 'Month Management', access: 'admin' },
  {
    path: '/admin/months/:monthId/print',
    page: 'admin/months/month-print-page.tsx',
    title: 'Month Management',
    access: 'admin',
  },
  {
    path: '/admin/submissions',
    page: 'admin/submissions/submissions-page.tsx',
    title: 'Submissions',
    access: 'admin',
  },
  {
    path: '/admin/parent-users',
    page: 'admin/parents/parent-users-page.tsx',
    title: 'Parent Users',
    access: 'admin',
  },
  {
    path: '/admin/parent-users/import-payments',
    page: 'admin/payment-imports/import-payments-page.tsx',
    title: 'Import Payments',
    access: 'admin',
  },
  {
    path: '/admin/parent-users/import-families',
    page: 'admin/family-imports/import-families-page.tsx',
    title: 'Import Families',
    access: 'admin',
  },
  {
    path: '/admin/parent-users/:parentId',
    page: 'admin/parents/parent-detail-page.tsx',
    title: 'Parent Users',
    access: 'admin',
  },
  {
    path: '/admin/parent-users/:parentId/statement',
    page: 'admin/parents/parent-statement-page.tsx',
    title: 'Yearly statement',
    access: 'admin',
  },
  {
    path: '/admin/day-reports',
    page: 'admin/attendance/day-reports-page.tsx',
    title: 'Day Reports',
    access: 'admin',
  },
  {
    path: '/admin/day-reports/print',
    page: 'admin/attendance/report-print-page.tsx',
    title: 'Day Report',
    access: 'admin',
    frame: false,
  },
  {
    path: '/admin/day-reports/board',
    page: 'admin/board/board-page.tsx',
    title: 'Attendance Board',
    access: 'admin',
  },
  {
    path: '/admin/day-reports/board/print',
    page: 'admin/board/sign-in-sheet-page.tsx',
    title: 'Sign-In Sheet',
    access: 'admin',
    frame: false,
  },
  {
    path: '/admin/day-reports/board/emergency',
    page: 'admin/board/emergency-sheet-page.tsx',
    title: 'Emergency Sheet',
    access: 'admin',
    frame: false,
  },
  {
    path: '/admin/drop-ins',
    page: 'admin/drop-ins/drop-ins-page.tsx',
    title: 'Drop-In Management',
    access: 'admin',
  },
  { path: '/admin/settings', page: 'admin/settings/settings-page.tsx', title: 'Settings', access: 'admin' },
  {
    path: '/admin/profile',
    page: 'admin/profile/admin-profile-page.tsx',
    title: 'My Profile',
    access: 'admin',
  },
]
