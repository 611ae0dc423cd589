import type { Action } from '@aftercare/domain/auth/access'
import type { PageRoute, RouteEntry } from '../lib/route-entry.ts'

/** `file` without what all have: `admin/`, and `-page.tsx` at its end. */
const page = (
  path: string,
  file: string,
  title: string,
  action: Action,
  more: Pick<PageRoute, 'frame' | 'prefetch'> = {},
): RouteEntry => ({
  path: `/admin/${path}`,
  page: `admin/${file}-page.tsx`,
  title,
  access: 'admin',
  action,
  ...more,
})

/** Staff's URLs, a table of the same kind as `routes.ts`. */
export const adminRoutes: readonly RouteEntry[] = [
  { path: '/admin', redirectTo: '/admin/dashboard', access: 'admin' },
  page('dashboard', 'dashboard/dashboard', 'Dashboard', 'admin.read', {
    prefetch: 'admin/dashboard/dashboard.prefetch.ts',
  }),
  page('months', 'months/months', 'Month Management', 'admin.months'),
  page('months/:monthId/print', 'months/month-print', 'Month Management', 'admin.months'),
  page('submissions', 'submissions/submissions', 'Submissions', 'admin.submissions'),
  page('submissions/new', 'registration/new-registration', 'New Registration', 'admin.submissions'),
  page('parent-users', 'parents/parent-users', 'Parent Users', 'admin.parents'),
  page(
    'parent-users/import-payments',
    'payment-imports/import-payments',
    'Import Payments',
    'admin.payments',
  ),
  page('parent-users/import-families', 'family-imports/import-families', 'Import Families', 'admin.parents'),
  page('parent-users/:parentId', 'parents/parent-detail', 'Parent Users', 'admin.parents'),
  page('parent-users/:parentId/statement', 'parents/parent-statement', 'Yearly statement', 'admin.parents'),
  page('day-reports', 'attendance/day-reports', 'Day Reports', 'admin.attendance'),
  page('day-reports/print', 'attendance/report-print', 'Day Report', 'admin.attendance', { frame: false }),
  page('day-reports/board', 'board/board', 'Attendance Board', 'admin.board'),
  page('day-reports/board/print', 'board/sign-in-sheet', 'Sign-In Sheet', 'admin.board', { frame: false }),
  page('day-reports/board/emergency', 'board/emergency-sheet', 'Emergency Sheet', 'admin.board', {
    frame: false,
  }),
  page('drop-ins', 'drop-ins/drop-ins', 'Drop-In Management', 'admin.drop-ins'),
  page('settings', 'settings/settings', 'Settings', 'admin.program'),
  page('profile', 'profile/admin-profile', 'My Profile', 'admin.profile'),
]
