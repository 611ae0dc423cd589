import type { PageRoute, RouteEntry } from '../lib/route-entry.ts'

/** `file` without what all have: `admin/`, and `-page.tsx` at its end. */
const page = (
  path: string,
  file: string,
  title: string,
  more: Pick<PageRoute, 'frame' | 'prefetch'> = {},
): RouteEntry => ({ path: `/admin/${path}`, page: `admin/${file}-page.tsx`, title, access: 'admin', ...more })

/** Staff's URLs, a table of the same kind as `routes.ts`. */
export const adminRoutes: readonly RouteEntry[] = [
  { path: '/admin', redirectTo: '/admin/dashboard', access: 'admin' },
  page('dashboard', 'dashboard/dashboard', 'Dashboard', {
    prefetch: 'admin/dashboard/dashboard.prefetch.ts',
  }),
  page('months', 'months/months', 'Month Management'),
  page('months/:monthId/print', 'months/month-print', 'Month Management'),
  page('submissions', 'submissions/submissions', 'Submissions'),
  page('parent-users', 'parents/parent-users', 'Parent Users'),
  page('parent-users/import-payments', 'payment-imports/import-payments', 'Import Payments'),
  page('parent-users/import-families', 'family-imports/import-families', 'Import Families'),
  page('parent-users/:parentId', 'parents/parent-detail', 'Parent Users'),
  page('parent-users/:parentId/statement', 'parents/parent-statement', 'Yearly statement'),
  page('day-reports', 'attendance/day-reports', 'Day Reports'),
  page('day-reports/print', 'attendance/report-print', 'Day Report', { frame: false }),
  page('day-reports/board', 'board/board', 'Attendance Board'),
  page('day-reports/board/print', 'board/sign-in-sheet', 'Sign-In Sheet', { frame: false }),
  page('day-reports/board/emergency', 'board/emergency-sheet', 'Emergency Sheet', { frame: false }),
  page('drop-ins', 'drop-ins/drop-ins', 'Drop-In Management'),
  page('settings', 'settings/settings', 'Settings'),
  page('profile', 'profile/admin-profile', 'My Profile'),
]
