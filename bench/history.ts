import { compare, ms, print } from './measure'
import { openProduct, type Product } from './product'

const SMALL = 40
const LARGE = 4_000
const ROUNDS = 60

const PAGES = {
  dashboard: '/api/admin/dashboard',
  'submissions, first page': '/api/admin/submissions?size=25',
  'submissions, search for a family': '/api/admin/submissions?size=25&search=okafor17%40',
  'drop-ins, first page': '/api/admin/drop-ins?size=25',
  'months with counts': '/api/admin/months',
  'day report': '/api/admin/attendance?date=2026-11-16',
}

/** The same screens with a hundred times the history behind them: what a page costs must not follow. */
export async function compareHistories(serverUrl: string) {
  const [young, old] = [await openProduct(serverUrl), await openProduct(serverUrl)]
  await fill(young, SMALL)
  await fill(old, LARGE)
  const rows = [['screen', `${SMALL} families`, `${LARGE} families`, 'ratio']]
  for (const [name, path] of Object.entries(PAGES)) {
    const { small, large } = await compare(
      { small: () => young.get(path), large: () => old.get(path) },
      ROUNDS,
    )
    rows.push([name, ms(small.p50), ms(large.p50), `x ${(large.p50 / small.p50).toFixed(1)}`])
  }
  print(`A hundred times the history (${LARGE * 12} registrations; p50 of ${ROUNDS})`, rows)
  await Promise.all([young.close(), old.close()])
}

/** Families that registered for a year, made by the database itself. This month has the same forty in both. */
async function fill({ services }: Product, families: number) {
  const client = await services.pool.connect()
  // Nobody listens to these changes, and a sum takes the place of the payments' own trigger.
  await client.query('set statement_timeout = 0; set session_replication_role = replica')
  await client.query(
    `insert into months (month_name, year, is_active, regular_price, special_price)
     select trim(to_char(m, 'Month')), extract(year from m), true, 20, 30
     from generate_series('2025-12-01'::date, '2026-11-01', '1 month') m`,
  )
  await client.query(
    `insert into accounts (email) select 'okafor' || n || '@example.com' from generate_series(1, $1::int) n`,
    [families],
  )
  await client.query(
    `insert into profiles (id, full_name, email)
     select id, 'Okafor ' || email, email from accounts where email like 'okafor%'`,
  )
  await client.query(
    `insert into user_roles (user_id, role) select id, 'parent' from profiles where email like 'okafor%'`,
  )
  await client.query(
    `insert into children (parent_id, name) select id, 'Child of ' || full_name from profiles where email like 'okafor%'`,
  )
  await client.query(
    `insert into submissions (parent_id, child_id, month_id, selected_days, total_fee, submitted_at, billed_status)
     select c.parent_id, c.id, m.id, '{2,3,4,16}', 80,
       make_date(m.year, array_position(array['January','February','March','April','May','June','July','August',
         'September','October','November','December'], m.month_name), 1) + (random() * 20) * interval '1 hour',
       case when random() < 0.5 then 'billed' else 'not_billed' end
     from (select *, row_number() over (order by id) as n from children) c
     cross join months m where m.month_name <> 'November' or c.n <= 40`,
  )
  await client.query(
    `insert into payments (parent_id, submission_id, amount, payment_date, recorded_by)
     select s.parent_id, s.id, 80, '2026-10-01', (select user_id from user_roles where role = 'admin' limit 1)
     from submissions s join months m on m.id = s.month_id where m.month_name <> 'November' and random() < 0.97`,
  )
  await client.query(
    `update submissions s set paid_amount = 80 where exists (select 1 from payments p where p.submission_id = s.id)`,
  )
  await client.query('vacuum analyze')
  client.release(true)
}
