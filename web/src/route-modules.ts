/**
 * The modules that draw each address of routes.tsx, outermost first: the build looks up which files they became, and
 * the server names those in the page it serves, so that a browser fetches them beside the start of the app.
 * The staff's pages are left out: nothing of them is fetched for somebody who may not see them.
 */
export const routeModules: Readonly<Record<string, readonly string[]>> = {
  '/': ['parent/landing/landing-page.tsx'],
  '/guest-portal': ['parent/landing/guest-portal-page.tsx'],
  '/guest-registration/:secret': ['parent/registration/guest-registration-page.tsx'],
  '/monthly-signup/:month?': ['parent/registration/monthly-signup-page.tsx'],
  '/day-drop-in': ['parent/drop-ins/day-drop-in-page.tsx'],
  '/auth': ['parent/auth/auth-page.tsx'],
  '/dashboard': ['parent/dashboard/dashboard-reads.ts', 'parent/dashboard/dashboard-page.tsx'],
  '/children': ['parent/children/children-page.tsx'],
  '/history': ['parent/submissions/history-page.tsx'],
  '/statement': ['parent/statement/statement-page.tsx'],
  '/profile': ['parent/profile/profile-page.tsx'],
  '/login': ['parent/auth/auth-page.tsx'],
  '/admin/login': ['admin/auth/admin-login-page.tsx'],
}

/**
 * What an address reads first, letter by letter as its code asks for it: the server names it in the page for whoever
 * bears a session, so that the answer is on its way before the code is there.
 */
export const routeReads: Readonly<Record<string, readonly string[]>> = {
  '/dashboard': ['/api/dashboard?submissions=12', '/api/site-content/about_aftercare'],
}
