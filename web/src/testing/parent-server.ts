const at = '2026-11-16T14:00:00.000Z'
const parent = { id: 'dana', email: 'dana@example.com', full_name: 'Dana Okafor' }
export const PARENT_SESSION = {
  user: parent,
  roles: ['parent'] as ('parent' | 'admin')[],
  expires_at: '2999-01-01T00:00:00.000Z',
}

export const DECEMBER = {
  id: 'm1',
  month_name: 'December',
  year: 2999,
  is_active: true,
  regular_price: 20,
  special_price: 30,
  special_days: [],
  cancelled_days: [],
  closed_days: [] as number[],
  day_types: {},
  seats: null,
  day_seats: {},
  taken_seats: {},
  created_at: at,
  updated_at: at,
  version: 1,
}
export const AMARA = {
  id: 'c1',
  parent_id: parent.id,
  name: 'Amara',
  version: 1,
  allergies: null,
  grade: null,
  notes: null,
  pickup_people: [],
  must_not_pick_up: [],
  has_submissions: false,
  created_at: at,
  updated_at: at,
}
export const SUBMISSION = {
  id: 's1',
  parent_id: parent.id,
  child_id: AMARA.id,
  month_id: DECEMBER.id,
  selected_days: [2, 3],
  total_fee: 40,
  day_prices: { 2: 20, 3: 20 },
  credits: {},
  billed_status: 'not_billed',
  status: 'submitted',
  submitted_at: at,
  updated_at: at,
  is_edited: false,
  edit_history: [],
  cancellation: null,
  cancel_request: null,
  approval: null,
  original_selected_days: null,
  guest_parent_name: null,
  guest_parent_email: null,
  guest_parent_phone: null,
  guest_child_name: null,
  guest_child_allergies: null,
  dismissal_type: null,
  dropin_date: null,
  agreed_at: at,
  entered_by: null,
  version: 1,
  children: { name: AMARA.name },
  months: DECEMBER,
  is_cancelled: false,
  attended_days: [],
  absent_days: [],
  begun_days_stay: false,
  paid_amount: null,
}
const pageOf = (...rows: object[]) => ({ rows, total: rows.length, page: 1, size: 20 })
const details = { address: '', phone: '', tax_id: '', note: '' }

/** The responses to a parent with one child and one registration, by URL. */
const responses = (session: object | null): Record<string, unknown> => ({
  '/api/auth/session': session && { ...session, now: new Date().toISOString() },
  '/api/admin/role': { role: 'admin' },
  '/api/site-content/about_aftercare': { title: 'About Aftercare', content: {} },
  '/api/site-content/registration_agreement': { title: 'Agreement', content: { items: ['On time.'] } },
  '/api/site-content/dropin_agreement': { title: 'Agreement', content: { items: ['On time.'] } },
  '/api/children': pageOf(AMARA),
  '/api/months': { rows: [DECEMBER] },
  '/api/months/m1': DECEMBER,
  '/api/guest-claims': { rows: [] },
  '/api/submissions': pageOf(SUBMISSION),
  '/api/submissions/registered': { rows: [] },
  '/api/submissions/earlier': { rows: [] },
  '/api/submissions/s1': SUBMISSION,
  '/api/today': { date: new Date().toISOString().slice(0, 10), pickup_time: '17:30', children: [] },
  '/api/seat-watches': { rows: [] },
  '/api/drop-ins/availability': {
    options: [
      { key: 'today', date: '2026-11-16', available: true },
      { key: 'tomorrow', date: '2026-11-17', available: true },
    ],
  },
  '/api/profile': { ...parent, phone: null, status: 'active', created_at: at, updated_at: at, version: 1 },
  '/api/sessions': pageOf({
    id: 'x1',
    user_agent: '',
    created_at: at,
    last_used_at: at,
    is_current: true,
  }),
  '/api/family': {
    adults: [{ id: parent.id, name: parent.full_name, email: parent.email, first: true, you: true }],
    invitations: [],
  },
  '/api/join/preview': {
    invited_by: 'Kemi Okafor',
    programme: 'Preschool Aftercare',
    email_hint: 'd…@example.com',
    email: parent.email,
    has_account: false,
    state: 'sign_up',
    reason: null,
  },
  '/api/calendar-feed': { is_on: false, url: null, webcal_url: null },
  '/api/statement': {
    year: 2026,
    years: [2026],
    as_of: '2026-11-16',
    program: { ...details, name: 'Preschool Aftercare' },
    parent,
    children: [],
    payments: [],
    totals: { fees: 0, billed: 0, not_billed: 0, paid: 0 },
  },
  '/api/guest-confirmation': { required: false },
  '/api/guest-confirmation/preview': {
    state: 'waiting',
    confirm_by: '2999-11-16T15:00:00.000Z',
    month_name: 'December',
    year: 2999,
    dropin_date: null,
    selected_days: [2],
    total_fee: 20,
  },
  '/api/guest-registration': {
    month_name: 'December',
    year: 2026,
    dropin_date: null,
    selected_days: [2],
    cancelled_days: [],
    total_fee: 20,
    day_prices: { 2: 20 },
    agreed_at: at,
    agreed_by_phone: false,
    edit: null,
    cancellation: null,
    cancel_request: null,
  },
})

/**
 * A fake server for page tests. URLs in `failing` fail while they are in it. It has the session of the signed-in user.
 * `changed` overrides responses.
 */
export function parentServer(
  session: typeof PARENT_SESSION | null = PARENT_SESSION,
  changed: Record<string, unknown> = {},
) {
  const failing = new Set<string>()
  const requests: string[] = []
  return {
    failing,
    requests,
    async fetch(input: string | URL | Request): Promise<Response> {
      const url = input instanceof Request ? input.url : String(input)
      const { pathname } = new URL(url, 'http://localhost')
      requests.push(pathname)
      const response = { ...responses(session), ...changed }[pathname]
      if (failing.has(pathname)) throw new TypeError('Failed to fetch')
      return response === undefined ? new Response('{}', { status: 500 }) : Response.json(response)
    },
  }
}
