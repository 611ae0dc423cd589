import { schoolYearMonths } from '@aftercare/domain/charts/charts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertMany } from '../../testing/databases'
import { startTestApp, type TestApp } from '../../testing/test-app'
import { activityQuery, activityStatement } from '../activity/activity.queries'
import { submissionsOn } from '../attendance/attendance.queries'
import { boardStatement, childrenStatement } from '../board/board.queries'
import { lateStatement } from '../board/late.queries'
import { bookingsStatement } from '../calendar-feed/bookings.queries'
import { schoolYearStatement } from '../charts/charts.queries'
import { ownDashboardStatement } from '../dashboard/own-dashboard.queries'
import { childrenOfDay } from '../months/months.admin.queries'
import { parentsQuery, parentsStatement } from '../parents/parents.list.queries'
import { careStatement } from '../statement/statement.queries'
import { dropInsStatement } from '../submissions/bookings.queries'
import { submissionsQuery } from '../submissions/submissions.admin.filters'
import { pageStatement } from '../submissions/submissions.admin.list'
import type { Tier } from '../submissions/submissions.admin.search'
import { connect } from './connection'
import { rows, type Sql, sql } from './sql'

const LARGE = ['submissions', 'profiles', 'children', 'accounts', 'attendance_marks', 'audit_log', 'payments']

let app: TestApp
let monthId: string
let parentId: string
let childId: string

/** Enough rows that a sequential scan is never the cheapest plan. */
beforeAll(async () => {
  app = await startTestApp()
  const { db } = app.services
  await insertMany(
    app.databaseUrl,
    `
    insert into accounts (email) select 'family' || n || '@example.com' from generate_series(1, 4000) n;
    insert into profiles (id, full_name, email) select id, 'Family ' || md5(email), email from accounts;
    insert into user_roles select id, 'parent' from profiles;
    insert into children (parent_id, name) select id, 'Child ' || md5(full_name) from profiles;
    insert into months (month_name, year, is_active)
      select trim(to_char(m, 'Month')), extract(year from m), true
      from generate_series('2025-12-01'::date, '2026-11-01', '1 month') m;
    insert into submissions (parent_id, child_id, month_id, selected_days, total_fee, submitted_at)
      select c.parent_id, c.id, m.id, '{2,3}', 40, now() - random() * interval '300 days'
      from children c cross join (select id from months order by id limit 5) m;
    insert into attendance_marks (submission_id, day, arrived_at, left_at, picked_up_by, pickup_time, late_minutes)
      select id, '2026-11-02'::date + n, now() - interval '1 hour', now(), 'Ana', '17:30',
        case when random() < 0.02 then 5 else 0 end
      from submissions, generate_series(0, 1) n;
    insert into payments (parent_id, amount, payment_date, recorded_by)
      select id, 20, '2016-01-01'::date + n, id from profiles cross join generate_series(1, 4000, 500) n;
    insert into audit_log (at, actor_id, actor_role, action, table_name, row_id)
      select now() - n * interval '1 minute', p.id, 'parent', (array['child.update', 'profile.update', 'submission.edit'])[n % 3 + 1],
        'profiles', p.id
      from profiles p cross join generate_series(1, 8) n`,
  )
  const client = await connect({ connectionString: app.databaseUrl, application_name: 'test' })
  await client.query(`
    update submissions set billed_status = 'billed' where id in (select id from submissions limit 400);
    update submissions set total_fee = 60 where id in (select id from submissions where billed_fee = 40 limit 20)`)
  // A snapshot of the app's own workers may keep a vacuum from marking pages as visible, which changes the plans.
  let isVisible = false
  while (!isVisible) {
    await client.query('vacuum analyze')
    const { rowCount } = await client.query(
      'select from pg_class where relname = any($1) and relallvisible < relpages',
      [LARGE],
    )
    isVisible = rowCount === 0
  }
  await client.end()
  const [month] = await rows<{ id: string }>(db, sql`select id from months limit 1`)
  monthId = month?.id ?? ''
  const [child] = await rows<{ id: string; parent_id: string }>(
    db,
    sql`select id, parent_id from children limit 1`,
  )
  parentId = child?.parent_id ?? ''
  childId = child?.id ?? ''
}, 240_000)
afterAll(() => app.stop())

const NOBODY = '00000000-0000-4000-8000-000000000000'

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const sequentialScans = async (statement: Sql): Promise<string[]> =>
  scansIn(await rows(app.services.db, sql`explain (format json) ${statement}`))

/** Of the plan that a prepared statement gets once it has run some times, for any values. */
const genericScans = async ({ text }: Sql): Promise<string[]> =>
  scansIn((await app.services.pool.query(`explain (format json, generic_plan) ${text}`)).rows)

function scansIn([row]: { 'QUERY PLAN': { Plan: Plan }[] }[]): string[] {
  return nodesOf(row?.['QUERY PLAN'][0]?.Plan ?? { 'Node Type': 'none' })
    .filter((node) => node['Node Type'] === 'Seq Scan' && LARGE.includes(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name'] ?? '')
}

const FIRST_PAGE = { offset: 0, size: 25 }
const submissions =
  (query: object, tier: Tier = 'exact') =>
  () =>
    pageStatement(submissionsQuery.parse(query), tier, FIRST_PAGE)
const activity = (query: object) => () => activityStatement(activityQuery.parse(query), 'America/New_York')
const parents = (query: object) => () => parentsStatement(parentsQuery.parse(query))

it.each<[string, () => Sql]>([
  ['the newest submissions', submissions({})],
  ['submissions of one status', submissions({ status: 'partial' })],
  ['submissions edited since billed', submissions({ billing: 'edited_since_billed' })],
  ['submissions that families asked to cancel', submissions({ request: 'asked_to_cancel' })],
  ['submissions of one month', () => submissions({ month: monthId })()],
  ['drop-ins among the submissions', submissions({ month: 'drop_ins' })],
  ['a search', submissions({ search: 'a1b2c3' })],
  ['a search for several words', submissions({ search: 'a1b2c3 d4e5f6' })],
  ['a search for similar names', submissions({ search: 'abcde fghij' }, 'similar')],
  ['a search of one status', submissions({ search: 'a1b2c3', status: 'billed' })],
  ['parents by name', parents({})],
  ['parents by name, backwards', parents({ direction: 'desc' })],
  ['a search for parents', parents({ search: 'a1b2c3' })],
  ['a search for similar parents', parents({ search: 'abcde' })],
  ['a search for parents by several words', parents({ search: 'a1b2c3 d4e5f6' })],
  ['the board', () => boardStatement('2026-11-10', monthId)],
  ['the board of a family', () => childrenStatement('2026-11-10', monthId, sql`s.parent_id = ${parentId}`)],
  ["a child's card", () => childrenStatement('2026-11-10', monthId, sql`s.child_id = ${childId}`)],
  ['late pick-ups', () => lateStatement(null, { limit: 25, offset: 0 })],
  ["a family's late pick-ups", () => lateStatement({ parentId, guestEmail: null }, { limit: 25, offset: 0 })],
  ['the payments of a school year', () => schoolYearStatement(schoolYearMonths('2024-11-10'))],
  ['the newest activity', activity({})],
  ['activity after a page', activity({ before: 20_000 })],
  ['activity of one day', activity({ from: '2026-11-10', to: '2026-11-10' })],
  ['activity of staff', activity({ who: 'admin' })],
  ['activity of one kind', activity({ kind: 'families' })],
  ['activity of a rare kind by staff', activity({ kind: 'mail', who: 'admin', before: 20_000 })],
  ['activity of a person', activity({ person: 'a1b2c3', kind: 'families' })],
  ['a parent’s dashboard', () => ownDashboardStatement(parentId, 12, '2026-11-10')],
  ['a family’s year', () => careStatement(NOBODY, 2026)],
  ['a family’s calendar', () => bookingsStatement(NOBODY, '2026-08-01')],
  ['drop-ins of a month', () => dropInsStatement(parentId, [childId], monthId)],
  ['who comes on a day of a month', () => sql`select * from ${childrenOfDay(monthId, 10)}`],
  ['a day', () => sql`select s.id from ${submissionsOn('2026-11-10', monthId)}`],
])('%s needs no sequential scan of a large table', async (_, statement) => {
  expect(await sequentialScans(statement())).toEqual([])
})

it.each<[string, () => Sql]>([
  ['the newest submissions', submissions({})],
  ['a search', submissions({ search: 'abcdefgh' })],
  ['a search for similar names', submissions({ search: 'abcdefgh' }, 'similar')],
  ['a parent’s dashboard', () => ownDashboardStatement(parentId, 12, '2026-11-10')],
  ['drop-ins of a month', () => dropInsStatement(parentId, [childId], monthId)],
])('%s needs none either once it is prepared', async (_, statement) => {
  expect(await genericScans(statement())).toEqual([])
})

it.each<Tier>(['exact', 'similar'])(
  'caps of a prepared search for %s names are known to the planner',
  (tier) => {
    const { text, values } = submissions({ search: 'abcdefgh' }, tier)()
    expect(text).toContain('limit 10001')
    expect(values).not.toContain(10_001)
  },
)

it('control: a sequential scan is detected', async () => {
  expect(await sequentialScans(sql`select * from submissions where guest_child_notes = 'x'`)).toEqual([
    'submissions',
  ])
})
