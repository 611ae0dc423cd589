import { NEWCOMER, PARENT, STAFF } from '../lib/demo-server.mjs'
import { answering, failing, follow, offline, openMenu, press, steps, tab, type, waiting } from './acts.mjs'

const december = follow(/December 2026/)
const chooseDays = steps(
  december,
  (page) => page.getByRole('checkbox', { name: /Noah/ }).click(),
  press('Mon'),
  press('Wed'),
)
const aFullDay = (page) =>
  page
    .getByRole('button', { name: /, Full/ })
    .first()
    .click()
const card = (title) => (page) =>
  page.getByRole('main').locator('li button:has(h3)').filter({ hasText: title }).first().click()
/** A page that is followed to is looked at once it is there. */
const arrive = (address) => async (page) => {
  await page.waitForURL(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const firstParent = steps(follow('Anders Bergstrom'), arrive(/parent-users\/./))
/** Its secret travels by mail only, and the demonstration sends none. */
const aGuestsRegistration = answering('**/api/guest-registration', {
  month_name: 'December',
  year: 2026,
  dropin_date: null,
  selected_days: [1, 2, 3, 9, 16],
  total_fee: 110,
  agreed_at: '2026-11-12T15:00:00.000Z',
})

/** Routes with a parameter, and those that need something arranged: how they are opened. */
const OPENED = {
  '/guest-registration/:secret': { path: '/guest-registration/of-a-guest', before: aGuestsRegistration },
  '/monthly-signup/:month?': { path: '/monthly-signup', name: 'guest registration' },
  '/day-drop-in': { name: 'guest drop-in' },
  '/admin/months/:monthId/print': { path: '/admin/months', act: follow('Print November 2026') },
  '/admin/parent-users/:parentId': { path: '/admin/parent-users', act: firstParent },
  '/admin/parent-users/:parentId/statement': {
    path: '/admin/parent-users',
    act: steps(firstParent, follow(/statement/i), arrive(/statement/)),
  },
  '/admin/day-reports/print': { path: '/admin/day-reports/print?date=2026-11-16' },
  '/admin/day-reports/board/print': { path: '/admin/day-reports/board/print?date=2026-11-16' },
}
const WHO = { 'signed-in': PARENT, admin: STAFF }

function screenOf({ path, access }) {
  if (path.includes(':') && !OPENED[path]) throw new Error(`screens.mjs does not say how to open ${path}`)
  return { who: WHO[access], route: path, path, ...OPENED[path] }
}

/** Dialogs, menus and states. `before` is arranged before the address is opened, `act` is done on the screen. */
const STATES = [
  { name: 'guest link that is no more', path: '/guest-registration/gone' },
  {
    name: 'guest registration, month chosen, sent empty',
    path: '/monthly-signup',
    act: steps(press(/December\s*2026/), press('Submit Registration')),
  },
  { name: 'sign in, sent empty', path: '/auth', act: press('Sign In') },
  { name: 'sign up, sent empty', path: '/auth', act: steps(tab('Sign Up'), press('Create Account')) },
  { name: 'forgot password', path: '/auth', act: press('Forgot Password?') },
  { name: 'no such page', path: '/no-such-page' },
  { name: 'visitor without a connection', path: '/guest-portal', act: offline },

  { who: PARENT, name: 'menu', path: '/dashboard', act: openMenu },
  { who: PARENT, name: 'not coming today', path: '/dashboard', act: press('Not coming today') },
  { who: PARENT, name: 'dashboard, loading', path: '/dashboard', before: waiting('**/api/dashboard*') },
  { who: PARENT, name: 'dashboard, failed', path: '/dashboard', before: failing('**/api/dashboard*') },
  { who: NEWCOMER, name: 'dashboard of a newcomer', path: '/dashboard' },
  { who: NEWCOMER, name: 'claim', path: '/dashboard', act: press(/^Add November/) },
  { who: PARENT, name: 'submission', path: '/dashboard', act: card('') },
  {
    who: PARENT,
    name: 'submission, editing',
    path: '/dashboard',
    act: steps(card('November 2026'), press('Edit Days')),
  },
  { who: PARENT, name: 'edit child', path: '/children', act: press(/^Edit/) },
  { who: PARENT, name: 'remove child', path: '/children', act: press(/^(Remove|Delete)/) },
  { who: NEWCOMER, name: 'no children', path: '/children' },
  { who: NEWCOMER, name: 'add child', path: '/children', act: press('Add Child') },
  { who: PARENT, name: 'children, failed', path: '/children', before: failing('**/api/children*') },
  { who: NEWCOMER, name: 'no history', path: '/history' },
  { who: PARENT, name: 'history, loading', path: '/history', before: waiting('**/api/submissions*') },
  { who: PARENT, name: 'delete account', path: '/profile', act: press('Delete my account') },
  { who: PARENT, name: 'registration', path: '/monthly-signup' },
  { who: PARENT, name: 'registration, days chosen', path: '/dashboard', act: chooseDays },
  {
    who: PARENT,
    name: 'registration, sent without agreement',
    path: '/dashboard',
    act: steps(chooseDays, press('Submit Registration')),
  },
  { who: PARENT, name: 'a full day', path: '/dashboard', act: steps(december, aFullDay) },
  {
    who: PARENT,
    name: 'leave a registration',
    path: '/dashboard',
    act: steps(chooseDays, openMenu, follow('History')),
  },
  { who: PARENT, name: 'drop-in', path: '/day-drop-in' },
  { who: PARENT, name: 'no such page, signed in', path: '/no-such-page' },

  { name: 'staff sign in, sent empty', path: '/admin/login', act: press('Sign In') },
  { who: STAFF, name: 'staff menu', path: '/admin/dashboard', act: openMenu },
  { who: STAFF, name: 'pictures as numbers', path: '/admin/dashboard', act: press('Numbers') },
  {
    who: STAFF,
    name: 'staff dashboard, loading',
    path: '/admin/dashboard',
    before: waiting('**/api/admin/dashboard*'),
  },
  {
    who: STAFF,
    name: 'staff dashboard, failed',
    path: '/admin/dashboard',
    before: failing('**/api/admin/dashboard**'),
  },
  { who: STAFF, name: 'month with seats', path: '/admin/months', act: december },
  { who: STAFF, name: 'create month', path: '/admin/months', act: press('Create Month') },
  { who: STAFF, name: 'delete month', path: '/admin/months', act: press(/^Delete November/) },
  { who: STAFF, name: 'move to draft', path: '/admin/months', act: press('Move to draft') },
  {
    who: STAFF,
    name: 'children of a day',
    path: '/admin/months',
    act: press('Show who is registered on November 17'),
  },
  {
    who: STAFF,
    name: 'submissions, some ticked',
    path: '/admin/submissions',
    act: (page) => page.getByRole('checkbox', { name: /^Select Luca/ }).click(),
  },
  {
    who: STAFF,
    name: 'submissions, nothing found',
    path: '/admin/submissions',
    act: type('Search parent, child or email', 'nobody at all'),
  },
  {
    who: STAFF,
    name: 'submissions, failed',
    path: '/admin/submissions',
    before: failing('**/api/admin/submissions**'),
  },
  {
    who: STAFF,
    name: 'submissions, loading',
    path: '/admin/submissions',
    before: waiting('**/api/admin/submissions**'),
  },
  // A row is called by the parent, a card by the child.
  { who: STAFF, name: 'submission of staff', path: '/admin/submissions', act: follow(/^(Linh|Luca) Nguyen/) },
  {
    who: STAFF,
    name: 'record payment',
    path: '/admin/parent-users',
    act: steps(firstParent, press('Record Payment')),
  },
  {
    who: STAFF,
    name: 'reverse payment',
    path: '/admin/parent-users',
    act: steps(firstParent, press(/^Reverse/)),
  },
  { who: STAFF, name: 'day report, nobody', path: '/admin/day-reports?date=2026-11-15' },
  {
    who: STAFF,
    name: 'write to families',
    path: '/admin/day-reports/board',
    act: press('Write to these families'),
  },
  { who: STAFF, name: 'board, one state', path: '/admin/day-reports/board', act: press(/Expected/) },
  { who: STAFF, name: 'pick up', path: '/admin/day-reports/board', act: press('Picked up') },
  { who: STAFF, name: 'correct times', path: '/admin/day-reports/board', act: press('Edit times') },
  {
    who: STAFF,
    name: 'board, loading',
    path: '/admin/day-reports/board',
    before: waiting('**/api/admin/board*'),
  },
  {
    who: STAFF,
    name: 'add drop-in, sent empty',
    path: '/admin/drop-ins',
    act: steps(press('Add Drop-In'), (page) => page.getByRole('dialog').locator('[type=submit]').click()),
  },
  { who: STAFF, name: 'delete drop-in', path: '/admin/drop-ins', act: press(/^Delete drop-in/) },
  { who: STAFF, name: 'pricing', path: '/admin/settings?tab=pricing' },
  { who: STAFF, name: 'agreements', path: '/admin/settings?tab=agreements' },
  { who: STAFF, name: 'email templates', path: '/admin/settings?tab=email-templates' },
  { who: STAFF, name: 'sent mail', path: '/admin/settings?tab=email-templates', act: tab('Sent Mail') },
  { who: STAFF, name: 'admin users', path: '/admin/settings?tab=admin-users' },
  { who: STAFF, name: 'invite admin', path: '/admin/settings?tab=admin-users', act: press('Invite Admin') },
  {
    who: STAFF,
    name: 'edit admin',
    path: '/admin/settings?tab=admin-users',
    act: press('Edit Theo Lindqvist'),
  },
  {
    who: STAFF,
    name: 'delete admin',
    path: '/admin/settings?tab=admin-users',
    act: press('Delete Theo Lindqvist'),
  },
  {
    who: STAFF,
    name: 'kind of activity',
    path: '/admin/settings?tab=admin-users',
    act: (page) => page.getByRole('combobox', { name: 'Kind' }).click(),
  },
]

/** Every address of the route tables, then what opens on them. */
export const listScreens = (routes) => [...routes.map(screenOf), ...STATES]

/** @param {{ name?: string, route?: string }} screen */
export const nameOf = ({ name, route }) => name ?? route ?? ''
