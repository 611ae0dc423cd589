import type { RouteEntry } from './lib/route-entry.ts'
import type { en } from './texts/titles.en.ts'

/** Of the titles in `texts/`. */
export type TitleName = Exclude<keyof typeof en, 'id'>

/**
 * The URLs of the product, read by the router, the build (which writes down what the server preloads for each),
 * the accessibility walk and the tests. It holds data only, so that each of them can import it. Staff's are in
 * `admin/admin-routes.ts`: a parent's start goes without the names of their files.
 */
export const routes: readonly RouteEntry<TitleName>[] = [
  {
    path: '/',
    page: 'parent/landing/landing-page.tsx',
    title: null,
    access: 'signed-out',
    prefetch: 'parent/site-content/about.prefetch.ts',
    rendered: true,
  },
  {
    path: '/guest-portal',
    page: 'parent/guest-portal/guest-portal-page.tsx',
    title: 'guestPortal',
    access: 'anyone',
    rendered: true,
  },
  {
    path: '/guest-registration/:secret',
    page: 'parent/guest-links/guest-registration-page.tsx',
    title: 'guestRegistration',
    access: 'anyone',
  },
  {
    path: '/guest-confirmation/:secret',
    page: 'parent/guest-confirmation/guest-confirmation-page.tsx',
    title: 'guestConfirmation',
    access: 'anyone',
  },
  {
    path: '/monthly-signup/:month?',
    page: 'parent/registration/monthly-signup-page.tsx',
    title: 'monthlySignup',
    access: 'anyone',
    prefetch: 'parent/registration/registration.prefetch.ts',
    rendered: true,
  },
  {
    path: '/day-drop-in',
    page: 'parent/drop-ins/day-drop-in-page.tsx',
    title: 'dropIn',
    access: 'anyone',
  },
  { path: '/auth', page: 'parent/auth/auth-page.tsx', title: 'signIn', access: 'anyone', rendered: true },
  { path: '/join/:token', page: 'parent/family/join-page.tsx', title: 'join', access: 'anyone' },
  { path: '/login', redirectTo: '/auth', access: 'anyone' },
  {
    path: '/dashboard',
    page: 'parent/dashboard/dashboard-page.tsx',
    title: 'dashboard',
    access: 'signed-in',
    prefetch: 'parent/dashboard/dashboard.prefetch.ts',
  },
  { path: '/children', page: 'parent/children/children-page.tsx', title: 'children', access: 'signed-in' },
  {
    path: '/history',
    page: 'parent/submissions/history-page.tsx',
    title: 'history',
    access: 'signed-in',
  },
  {
    path: '/statement',
    page: 'parent/statement/statement-page.tsx',
    title: 'statement',
    access: 'signed-in',
  },
  { path: '/profile', page: 'parent/profile/profile-page.tsx', title: 'profile', access: 'signed-in' },
  {
    path: '/admin/login',
    page: 'admin/auth/admin-login-page.tsx',
    title: 'adminLogin',
    access: 'anyone',
    frame: false,
    rendered: true,
  },
]

/** Where signed-in users are redirected from pages for visitors. */
export const SIGNED_IN_HOME = '/dashboard'

/** What a page first requests, to the letter, for everybody and for signed-in users. No use in the browser. */
export type RouteRequests = { anyone?: readonly string[]; signedIn?: readonly string[] }

/**
 * The server puts the responses into the page of a signed-in user, and into pages that it renders; otherwise it preloads
 * what is for everybody. `:month` is the month of the URL.
 */
export const routeRequests: Readonly<Record<string, RouteRequests>> = {
  '/': { anyone: ['/api/site-content/about_aftercare'] },
  '/dashboard': { signedIn: ['/api/dashboard?submissions=12', '/api/site-content/about_aftercare'] },
  '/monthly-signup/:month?': {
    anyone: ['/api/months', '/api/months/:month', '/api/site-content/registration_agreement'],
    signedIn: [
      '/api/children',
      '/api/submissions/registered',
      '/api/seat-watches',
      '/api/submissions/earlier?month_id=:month',
    ],
  },
  '/admin/dashboard': { signedIn: ['/api/admin/role', '/api/admin/dashboard'] },
}
