import { join } from 'node:path'
import { ATTENDANCE, NEWCOMER, PARENT, SECOND_ADULT, STAFF } from '../lib/demo-server.mjs'
import { root } from '../lib/paths.mjs'
import {
  changing,
  click,
  clickLink,
  clickTab,
  failing,
  fill,
  offline,
  openMenu,
  pending,
  refusing,
  responding,
  steps,
} from './acts.mjs'

const december = clickLink(/December 2026/)
const chooseDays = steps(
  december,
  (page) => page.getByRole('checkbox', { name: /Noah/ }).click(),
  click('Mon'),
  click('Wed'),
)
const aFullDay = (page) =>
  page
    .getByRole('button', { name: /, Full/ })
    .first()
    .click()
const card = (title) => (page) =>
  page.getByRole('main').locator('li button:has(h3)').filter({ hasText: title }).first().click()
/** Waits for the page that a link opens. */
const arrive = (url) => async (page) => {
  await page.waitForURL(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const firstParent = steps(clickLink('Anders Bergstrom'), arrive(/parent-users\/./))
const anotherFile = (page) => page.getByRole('button', { name: 'Choose Another File' })
/** One file is under review at a time, also for the screens that follow. */
const discardFile = async (page) => {
  const chooser = page.getByRole('button', { name: 'Choose File' })
  await anotherFile(page).or(chooser).waitFor()
  if (await chooser.isVisible()) return
  await anotherFile(page).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Choose Another File' }).click()
  await chooser.waitFor()
}
const importFile = (name, file) => async (page) => {
  const isChosen = page.getByText(`${name}: `)
  const isNone = page.getByRole('heading', { name: 'Earlier imports' })
  await isChosen.or(isNone).or(anotherFile(page)).first().waitFor()
  if (await isChosen.isVisible()) return
  await discardFile(page)
  await page.getByLabel('CSV file').setInputFiles(file)
  await anotherFile(page).waitFor()
}
const importExample = (name) => importFile(name, join(root, 'docs', 'examples', name))
const SCHOOL_EXPORT = {
  name: 'school-export.csv',
  mimeType: 'text/csv',
  buffer:
    Buffer.from(`First name,Last name,Room,Guardian 1,Guardian 1 email,Guardian 2,Guardian 2 email,T-shirt,Bus
Elin,Lindqvist,Kindergarten,Maya Lindqvist,maya.lindqvist@example.com,Jonas Lindqvist,jonas@example.com,S,Route 7
Bo,Nilsson,Pre-K 3,Ida Nilsson,,,,XS,`),
}
/** Its secret is only in an email, and the demo sends none. */
const aGuestsRegistration = responding('**/api/guest-registration', {
  month_name: 'December',
  year: 2026,
  dropin_date: null,
  selected_days: [1, 2, 3, 9, 16],
  cancelled_days: [],
  total_fee: 110,
  agreed_at: '2026-11-12T15:00:00.000Z',
  cancellation: null,
  cancel_request: null,
  status: 'submitted',
  approval: null,
  day_prices: { 1: 20, 2: 20, 3: 20, 9: 25, 16: 25 },
  agreed_by_phone: false,
  may_withdraw: false,
  is_claimed: false,
  edit: {
    version: 1,
    attended_days: [],
    begun_days_stay: false,
    credits: {},
    months: {
      month_name: 'December',
      year: 2026,
      regular_price: 20,
      special_price: 25,
      special_days: [],
      closed_days: [10],
      cancelled_days: [],
      day_types: { 9: 'noon', 16: 'early' },
      seats: null,
      day_seats: {},
      taken_seats: {},
    },
  },
})

const anUnconfirmed = (changed = {}) =>
  responding('**/api/guest-confirmation/preview', {
    state: 'waiting',
    confirm_by: '2026-11-12T16:00:00.000Z',
    month_name: 'December',
    year: 2026,
    dropin_date: null,
    selected_days: [1, 2],
    total_fee: 40,
    ...changed,
  })

/** The same of an invitation's link. */
const aFamilyInvitation = (changed = {}) =>
  responding('**/api/join/preview', {
    invited_by: 'Dana Okafor',
    programme: 'Preschool Aftercare',
    email_hint: 'o…@example.com',
    email: 'ola@example.com',
    has_account: false,
    state: 'sign_up',
    reason: null,
    ...changed,
  })

/** Routes with a parameter, and those that need something arranged: how they are opened. */
const OPENED = {
  '/guest-registration/:secret': { path: '/guest-registration/of-a-guest', before: aGuestsRegistration },
  '/guest-confirmation/:secret': { path: '/guest-confirmation/of-a-guest', before: anUnconfirmed() },
  '/join/:token': { path: '/join/of-somebody', before: aFamilyInvitation() },
  '/monthly-signup/:month?': { path: '/monthly-signup', name: 'guest registration' },
  '/day-drop-in': { name: 'guest drop-in' },
  '/admin/months/:monthId/print': { path: '/admin/months', act: clickLink('Print November 2026') },
  '/admin/parent-users/:parentId': { path: '/admin/parent-users', act: firstParent },
  '/admin/parent-users/:parentId/statement': {
    path: '/admin/parent-users',
    act: steps(firstParent, clickLink(/statement/i), arrive(/statement/)),
  },
  '/admin/day-reports/print': { path: '/admin/day-reports/print?date=2026-11-16' },
  '/admin/day-reports/board/print': { path: '/admin/day-reports/board/print?date=2026-11-16' },
  '/admin/day-reports/board/emergency': { path: '/admin/day-reports/board/emergency?date=2026-11-16' },
}
const WHO = { 'signed-in': PARENT, admin: STAFF }

function screenOf({ path, access }) {
  if (path.includes(':') && !OPENED[path]) throw new Error(`screens.mjs does not say how to open ${path}`)
  return { who: WHO[access], route: path, path, ...OPENED[path] }
}

/** Its tokens are only in an email, and the demo sends none. */
const anInvitation = responding('**/api/auth/recovery/check', {
  email: 'freja.lindgren@example.com',
  has_password: false,
})

/** In the demo families do not see what they owe. */
const showBalance = steps(
  responding('**/api/balance', { balance: { balance_due: 365, general_payments: 50 } }),
  changing('**/api/submissions?*', (page) => ({
    ...page,
    rows: page.rows.map((row) => ({ ...row, paid_amount: 40 })),
  })),
)

/** In the demo the family's children have arrived by this hour. */
const expectedToday = changing('**/api/dashboard*', ({ today, ...dashboard }) => ({
  ...dashboard,
  today: {
    ...today,
    children: today.children.map((child) => ({
      ...child,
      state: 'expected',
      can_report_absence: true,
      can_undo_absence: false,
    })),
  },
}))

/** In the demo all payments are applied. */
const aGeneralPayment = steps(
  changing('**/api/admin/parents/*/payments*', (page) => ({
    ...page,
    rows: page.rows.map((row) => ({ ...row, submission_id: null, left_amount: row.amount })),
  })),
  responding('**/api/admin/payments/*/application', {
    left_amount: 150,
    rows: ['November', 'December'].map((month_name) => ({
      id: month_name,
      month: { month_name, year: 2026 },
      dropin_date: null,
      child_name: 'Amara Okafor',
      total_fee: 120,
      open_amount: 120,
    })),
  }),
)

const eraseGuest = steps(clickLink('Grace Whitfield'), arrive(/parent-users\/./), click('Erase guest'))
const FORMER_FAMILY = {
  id: 'gone',
  name: 'Ida Holm',
  last_on: '2025-06-12',
  mailed_on: null,
  erased_on: null,
}

/** Dialogs, menus and states. `before` is arranged before the address is opened, `act` is done on the screen. */
const STATES = [
  { name: 'guest link that is no more', path: '/guest-registration/gone' },
  {
    name: "guest's edit of days",
    path: '/guest-registration/of-a-guest',
    before: aGuestsRegistration,
    act: click('Edit Days'),
  },
  {
    name: 'guest request that was dropped',
    path: '/guest-confirmation/of-a-guest',
    before: anUnconfirmed({ state: 'dropped', total_fee: null }),
  },
  { name: 'invitation that is no more', path: '/join/gone' },
  {
    name: 'invitation, submitted empty',
    path: '/join/of-somebody',
    before: aFamilyInvitation(),
    act: click('Join this family'),
  },
  {
    name: 'invitation to an account',
    path: '/join/of-somebody',
    before: aFamilyInvitation({ has_account: true, state: 'sign_in' }),
  },
  {
    who: NEWCOMER,
    name: 'join a family',
    path: '/join/of-somebody',
    before: aFamilyInvitation({ state: 'join' }),
  },
  {
    who: NEWCOMER,
    name: 'invitation to another address',
    path: '/join/of-somebody',
    before: aFamilyInvitation({ state: 'other_address', email: null }),
  },
  {
    name: 'guest registration, month chosen, submitted empty',
    path: '/monthly-signup',
    act: steps(click(/December\s*2026/), click('Submit Registration')),
  },
  { name: 'sign in, submitted empty', path: '/auth', act: click('Sign In') },
  {
    name: 'sign up, submitted empty',
    path: '/auth',
    act: steps(clickTab('Sign Up'), click('Create Account')),
  },
  {
    name: 'choosing a first password',
    path: '/auth#access_token=a&refresh_token=b&type=recovery',
    before: anInvitation,
  },
  { name: 'forgot password', path: '/auth', act: click('Forgot Password?') },
  { name: 'no such page', path: '/no-such-page' },
  { name: 'visitor without a connection', path: '/guest-portal', act: offline },

  { who: PARENT, name: 'menu', path: '/dashboard', act: openMenu },
  {
    who: PARENT,
    name: 'not coming today',
    path: '/dashboard',
    before: expectedToday,
    act: click('Not coming today'),
  },
  { who: PARENT, name: 'dashboard, loading', path: '/dashboard', before: pending('**/api/dashboard*') },
  { who: PARENT, name: 'dashboard, failed', path: '/dashboard', before: failing('**/api/dashboard*') },
  { who: NEWCOMER, name: 'dashboard of a newcomer', path: '/dashboard' },
  { who: NEWCOMER, name: 'claim', path: '/dashboard', act: click(/^Add November/) },
  { who: PARENT, name: 'submission', path: '/dashboard', act: card('') },
  {
    who: PARENT,
    name: 'submission, editing',
    path: '/dashboard',
    act: steps(card('November 2026'), click('Edit Days')),
  },
  {
    who: PARENT,
    name: 'asking to cancel',
    path: '/dashboard',
    act: steps(card('November 2026'), click('Ask to cancel this registration')),
  },
  {
    who: PARENT,
    name: 'not coming on a day to come',
    path: '/dashboard',
    act: steps(card('November 2026'), (page) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: /, selected/ })
        .last()
        .click(),
    ),
  },
  { who: PARENT, name: 'dashboard, what the family owes', path: '/dashboard', before: showBalance },
  { who: PARENT, name: 'history, what the family owes', path: '/history', before: showBalance },
  {
    who: PARENT,
    name: 'drop-in for several children',
    path: '/day-drop-in',
    act: (page) => page.getByRole('checkbox', { name: 'Several children' }).click(),
  },
  { who: PARENT, name: 'edit child', path: '/children', act: click(/^Edit/) },
  { who: PARENT, name: 'remove child', path: '/children', act: click(/^(Remove|Delete)/) },
  { who: NEWCOMER, name: 'no children', path: '/children' },
  { who: NEWCOMER, name: 'add child', path: '/children', act: click('Add Child') },
  { who: PARENT, name: 'children, failed', path: '/children', before: failing('**/api/children*') },
  { who: NEWCOMER, name: 'no history', path: '/history' },
  { who: PARENT, name: 'history, loading', path: '/history', before: pending('**/api/submissions*') },
  { who: PARENT, name: 'change own password', path: '/profile', act: click('Change Password') },
  { who: PARENT, name: 'remove an adult', path: '/profile', act: click('Remove Kemi Okafor') },
  { who: SECOND_ADULT, name: 'leave the family', path: '/profile', act: click('Leave this family') },
  { who: PARENT, name: 'delete account', path: '/profile', act: click('Delete my account') },
  { who: PARENT, name: 'registration', path: '/monthly-signup' },
  { who: PARENT, name: 'registration, days chosen', path: '/dashboard', act: chooseDays },
  {
    who: PARENT,
    name: 'registration, sent without agreement',
    path: '/dashboard',
    act: steps(chooseDays, click('Submit Registration')),
  },
  { who: PARENT, name: 'a full day', path: '/dashboard', act: steps(december, aFullDay) },
  {
    who: PARENT,
    name: 'leave a registration',
    path: '/dashboard',
    act: steps(chooseDays, openMenu, clickLink('History')),
  },
  { who: PARENT, name: 'drop-in', path: '/day-drop-in' },
  { who: PARENT, name: 'no such page, signed in', path: '/no-such-page' },

  { name: 'staff sign in, submitted empty', path: '/admin/login', act: click('Sign In') },
  { who: STAFF, name: 'staff menu', path: '/admin/dashboard', act: openMenu },
  { who: STAFF, name: 'charts as numbers', path: '/admin/dashboard', act: click('Numbers') },
  {
    who: STAFF,
    name: 'staff dashboard, loading',
    path: '/admin/dashboard',
    before: pending('**/api/admin/dashboard*'),
  },
  {
    who: STAFF,
    name: 'staff dashboard, failed',
    path: '/admin/dashboard',
    before: failing('**/api/admin/dashboard**'),
  },
  {
    who: STAFF,
    name: 'invited parent',
    path: '/admin/parent-users?search=freja',
    act: steps(clickLink('Freja Lindgren'), arrive(/parent-users\/./)),
  },
  {
    who: STAFF,
    name: 'add family, submitted empty',
    path: '/admin/parent-users',
    act: steps(click('Add Family'), (page) =>
      page.getByRole('dialog').getByRole('button', { name: 'Add Family' }).click(),
    ),
  },
  {
    who: STAFF,
    name: 'add child to a family',
    path: '/admin/parent-users?search=freja',
    act: steps(clickLink('Freja Lindgren'), arrive(/parent-users\/./), click('Add Child')),
  },
  {
    who: STAFF,
    name: 'invite adult',
    path: '/admin/parent-users?search=freja',
    act: steps(clickLink('Freja Lindgren'), arrive(/parent-users\/./), click('Invite Adult')),
  },
  {
    who: STAFF,
    name: 'write to all active families',
    path: '/admin/parent-users',
    act: click('Write to Families'),
  },
  {
    who: STAFF,
    name: 'write to the families of a month, submitted empty',
    path: '/admin/parent-users',
    act: steps(
      click('Write to Families'),
      (page) => page.getByRole('radio', { name: /registration for a month/ }).click(),
      (page) => page.getByRole('combobox', { name: 'Month' }).click(),
      (page) => page.getByRole('option', { name: 'December 2026' }).click(),
      click(/^Send to/),
    ),
  },
  {
    who: STAFF,
    name: 'write to families, confirm',
    path: '/admin/parent-users',
    act: steps(
      click('Write to Families'),
      fill(/^Subject/, 'December is open for registration'),
      fill(/^Text/, 'You can choose your days now.'),
      click(/^Send to/),
    ),
  },
  {
    who: STAFF,
    name: 'import families, review',
    path: '/admin/parent-users/import-families',
    act: importExample('families.csv'),
  },
  {
    who: STAFF,
    name: 'import families, open columns',
    path: '/admin/parent-users/import-families',
    act: importFile(SCHOOL_EXPORT.name, SCHOOL_EXPORT),
  },
  {
    who: STAFF,
    name: 'import families, undo',
    path: '/admin/parent-users/import-families',
    act: steps(discardFile, click('Undo the import of fall-families.csv')),
  },
  { who: STAFF, name: 'month with seats', path: '/admin/months', act: december },
  { who: STAFF, name: 'create month', path: '/admin/months', act: click('Create Month') },
  { who: STAFF, name: 'delete month', path: '/admin/months', act: click(/^Delete November/) },
  { who: STAFF, name: 'move to draft', path: '/admin/months', act: click('Move to draft') },
  {
    who: STAFF,
    name: 'children of a day',
    path: '/admin/months',
    act: click('Show who is registered on November 17'),
  },
  {
    who: STAFF,
    name: 'cancel a day',
    path: '/admin/months',
    act: steps(click('Show who is registered on November 17'), click('Cancel this day…')),
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
    act: fill('Search parent, child or email', 'nobody at all'),
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
    before: pending('**/api/admin/submissions**'),
  },
  // A row is called by the parent, a card by the child.
  {
    who: STAFF,
    name: 'submission of staff',
    path: '/admin/submissions',
    act: clickLink(/^(Linh|Luca) Nguyen/),
  },
  {
    who: STAFF,
    name: 'new registration for a family',
    path: '/admin/parent-users',
    act: steps(firstParent, clickLink('New Registration'), click(/December\s*2026/)),
  },
  {
    who: STAFF,
    name: 'new registration, child found',
    path: '/admin/submissions/new',
    act: steps(fill(/^Child on file/, 'Okafor'), (page) =>
      page.getByRole('button', { name: /Amara Okafor/ }).waitFor(),
    ),
  },
  {
    who: STAFF,
    name: 'new registration, a full day',
    path: '/admin/parent-users?search=okafor',
    act: steps(
      clickLink('Dana Okafor'),
      arrive(/parent-users\/./),
      clickLink('New Registration'),
      click(/December\s*2026/),
      (page) => page.getByRole('checkbox', { name: /Noah/ }).click(),
      aFullDay,
      (page) => page.getByRole('checkbox', { name: 'Agreed by phone' }).click(),
      click('Submit Registration'),
      (page) => page.getByRole('alertdialog').waitFor(),
    ),
  },
  {
    who: STAFF,
    name: 'new registration for a guest, submitted empty',
    path: '/admin/submissions/new?guest',
    act: steps(click(/December\s*2026/), click('Submit Registration')),
  },
  {
    who: STAFF,
    name: "staff's edit of days",
    path: '/admin/submissions?search=amara&type=month_registration',
    act: steps(clickLink(/^(Dana|Amara) Okafor/), click('Edit Days')),
  },
  {
    who: STAFF,
    name: 'cancel registration',
    path: '/admin/submissions?search=amara&type=month_registration',
    act: steps(clickLink(/^(Dana|Amara) Okafor/), click('Cancel Registration')),
  },
  { who: STAFF, name: 'change password', path: '/admin/profile', act: click('Change Password') },
  {
    who: STAFF,
    name: 'family of two adults',
    path: '/admin/parent-users?search=okafor',
    act: steps(clickLink('Dana Okafor'), arrive(/parent-users\/./)),
  },
  {
    who: STAFF,
    name: 'remove from family',
    path: '/admin/parent-users?search=okafor',
    act: steps(clickLink('Dana Okafor'), arrive(/parent-users\/./), click('Remove from family: Kemi Okafor')),
  },
  {
    who: STAFF,
    name: 'parent who joined a family',
    path: '/admin/parent-users?search=okafor',
    act: steps(clickLink('Kemi Okafor'), arrive(/parent-users\/./)),
  },
  { who: STAFF, name: 'erase a guest, not yet', path: '/admin/parent-users?search=grace', act: eraseGuest },
  {
    who: STAFF,
    name: 'erase a guest, submitted empty',
    path: '/admin/parent-users?search=grace',
    before: responding('**/erasure', { name: 'Grace Whitfield', obstacles: [], open_fees: 170 }),
    act: steps(eraseGuest, (page) => page.getByRole('dialog').locator('[type=submit]').click()),
  },
  {
    who: STAFF,
    name: 'record payment',
    path: '/admin/parent-users',
    act: steps(firstParent, click('Record Payment')),
  },
  {
    who: STAFF,
    name: 'record payment, already recorded',
    path: '/admin/parent-users',
    before: refusing(
      '**/api/admin/payments',
      'payment-recorded',
      'A payment of $50.00 on November 16 is already recorded. Record another?',
    ),
    act: steps(firstParent, click('Record Payment'), fill(/^Amount/, '50'), (page) =>
      page.getByRole('dialog').locator('[type=submit]').click(),
    ),
  },
  {
    who: STAFF,
    name: 'apply payment',
    path: '/admin/parent-users',
    before: aGeneralPayment,
    act: steps(firstParent, click(/^Apply \$/)),
  },
  {
    who: STAFF,
    name: 'record payment for a submission',
    path: '/admin/submissions',
    act: steps(clickLink(/^(Linh|Luca) Nguyen/), click('Record Payment')),
  },
  {
    who: STAFF,
    name: "staff's edit of a child",
    path: '/admin/parent-users',
    act: steps(firstParent, click(/^Edit (?!Parent)/)),
  },
  {
    who: STAFF,
    name: 'reverse payment',
    path: '/admin/parent-users',
    act: steps(firstParent, click(/^Reverse/)),
  },
  {
    who: STAFF,
    name: 'import payments, review',
    path: '/admin/parent-users/import-payments',
    act: importExample('payments.csv'),
  },
  {
    who: STAFF,
    name: 'import payments, choose a family',
    path: '/admin/parent-users/import-payments',
    act: steps(importExample('payments.csv'), click(/^Choose a family for line/)),
  },
  {
    who: STAFF,
    name: 'import payments, apply to',
    path: '/admin/parent-users/import-payments',
    act: steps(importExample('payments.csv'), click(/^Change what line/)),
  },
  { who: STAFF, name: 'day report, nobody', path: '/admin/day-reports?date=2026-11-15' },
  {
    who: STAFF,
    name: 'write to families',
    path: '/admin/day-reports/board',
    act: click('Write to these families'),
  },
  {
    who: STAFF,
    name: 'day report, failed',
    path: '/admin/day-reports',
    before: failing('**/api/admin/attendance**'),
  },
  { who: ATTENDANCE, name: 'board of the Attendance role', path: '/admin/day-reports/board' },
  { who: ATTENDANCE, name: 'day report of the Attendance role', path: '/admin/day-reports' },
  {
    who: ATTENDANCE,
    name: 'add drop-in of the Attendance role',
    path: '/admin/day-reports/board',
    act: click('Add Drop-In'),
  },
  { who: STAFF, name: 'board, one state', path: '/admin/day-reports/board', act: click(/Expected/) },
  { who: STAFF, name: 'pick up', path: '/admin/day-reports/board', act: click('Picked up') },
  {
    who: STAFF,
    name: 'correct times',
    path: '/admin/day-reports/board',
    // Only the details of a child who is here have it.
    act: steps(
      click(/Here/),
      (page) => page.locator('article [aria-expanded]').first().click(),
      click(/^Edit times?$/),
    ),
  },
  {
    who: STAFF,
    name: 'board, loading',
    path: '/admin/day-reports/board',
    before: pending('**/api/admin/board*'),
  },
  {
    who: STAFF,
    name: 'add drop-in, submitted empty',
    path: '/admin/drop-ins',
    act: steps(click('Add Drop-In'), (page) => page.getByRole('dialog').locator('[type=submit]').click()),
  },
  {
    who: STAFF,
    name: 'add drop-in, child on file',
    path: '/admin/drop-ins',
    act: steps(click('Add Drop-In'), fill(/^Child on file/, 'Okafor')),
  },
  {
    who: STAFF,
    name: 'drop-ins, failed',
    path: '/admin/drop-ins',
    before: failing('**/api/admin/drop-ins**'),
  },
  { who: STAFF, name: 'delete drop-in', path: '/admin/drop-ins', act: click(/^Delete drop-in/) },
  {
    who: STAFF,
    name: 'drop-in that waits for approval',
    path: '/admin/drop-ins',
    act: click(/^Approve drop-in/),
  },
  {
    who: STAFF,
    name: 'another time zone',
    path: '/admin/settings',
    act: steps(
      (page) => page.getByRole('combobox', { name: /^Time zone/ }).click(),
      (page) => page.getByRole('option', { name: 'Chicago (Central Time)' }).click(),
      click('Save details'),
    ),
  },
  { who: STAFF, name: 'pricing', path: '/admin/settings?tab=pricing' },
  {
    who: STAFF,
    name: 'pricing, invalid',
    path: '/admin/settings?tab=pricing',
    act: steps(fill(/^Regular/, '-1'), click('Save Changes')),
  },
  { who: STAFF, name: 'agreements', path: '/admin/settings?tab=agreements' },
  { who: STAFF, name: 'email templates', path: '/admin/settings?tab=email-templates' },
  { who: STAFF, name: 'sent mail', path: '/admin/settings?tab=email-templates', act: clickTab('Sent Mail') },
  { who: STAFF, name: 'admin users', path: '/admin/settings?tab=admin-users' },
  {
    who: STAFF,
    name: 'families who left',
    path: '/admin/settings?tab=admin-users',
    before: steps(
      responding('**/api/admin/forget-families', { months: 12, version: 1 }),
      responding('**/api/admin/forget-families/families*', {
        rows: [
          { ...FORMER_FAMILY, obstacles: ['Other adults share this family. Remove them first.'] },
          { ...FORMER_FAMILY, id: 'mailed', mailed_on: '2026-11-01', erased_on: '2026-12-01', obstacles: [] },
        ],
        total: 2,
        page: 1,
        size: 25,
      }),
    ),
  },
  {
    who: STAFF,
    name: 'password asked again',
    path: '/admin/settings?tab=admin-users',
    before: refusing('**/api/admin/admins', 'password-needed', 'Please enter your password to continue.'),
    act: steps(
      click('Invite Admin'),
      (page) => page.getByRole('dialog').getByLabel('Full Name').fill('Ines Duarte'),
      (page) => page.getByRole('dialog').getByLabel('Email').fill('ines@example.com'),
      click('Send Invitation'),
      (page) => page.getByRole('dialog', { name: 'Enter your password' }).waitFor(),
    ),
  },
  { who: STAFF, name: 'invite admin', path: '/admin/settings?tab=admin-users', act: click('Invite Admin') },
  {
    who: STAFF,
    name: 'edit admin',
    path: '/admin/settings?tab=admin-users',
    act: click('Edit Theo Lindqvist'),
  },
  {
    who: STAFF,
    name: 'delete admin',
    path: '/admin/settings?tab=admin-users',
    act: click('Delete Theo Lindqvist'),
  },
  {
    who: STAFF,
    name: 'kind of activity',
    path: '/admin/settings?tab=admin-users',
    act: (page) => page.getByRole('combobox', { name: 'Kind' }).click(),
  },
]

/** Every route, then the states and dialogs opened on them. */
export const listScreens = (routes) => [...routes.map(screenOf), ...STATES]

/** @param {{ name?: string, route?: string }} screen */
export const nameOf = ({ name, route }) => name ?? route ?? ''
