import { attendanceStats } from '@aftercare/domain/attendance/attendance'
import { beforeAll, expect, test } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { type TestApp, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import { findDayReport } from './attendance.queries'

const DAY = '2026-11-18'
const TEXTS = [null, '', 'none', ' NONE ', 'N/A', 'no', '\u00a0None\u2003', 'Peanuts', ' Eggs\n', '-']
const NAMES = [
  'Zoë',
  'zoe',
  'Ärzte',
  'Anna',
  'anna',
  'Émile',
  'Eve',
  "O'Brien",
  'Obrien',
  'Łukasz',
  '李',
  'Åsa',
  'Ana-Lu',
]

const app = await testApp()
beforeAll(async () => {
  const { aParent, aChild, aMonth, aRegistration, aGuestRegistration, aDropIn } = buildersFor(app.services.db)
  const month = await aMonth({ month_name: 'November', day_types: { 18: 'early' } })
  const parents = [await aParent({ phone: null }), await aParent({ full_name: '', phone: '555 0100' })]
  for (const [n, name] of NAMES.entries()) {
    const text = TEXTS[n % TEXTS.length]?.trim() ? TEXTS[n % TEXTS.length] : null
    const child = await aChild(parents[n % 2] ?? { id: '' }, { name, allergies: text, notes: text })
    await aRegistration(child, month, {
      selected_days: [18, 19, 20].slice(0, 1 + (n % 3)),
      total_fee_cents: 7000 + n,
      guest_child_allergies: TEXTS[(n * 3) % TEXTS.length],
      guest_child_notes: TEXTS[(n * 7) % TEXTS.length],
    })
  }
  for (const [n, text] of TEXTS.entries()) {
    const guest = {
      guest_child_name: `Guest ${NAMES[n]}`,
      guest_child_allergies: text,
      guest_child_notes: text,
      guest_parent_phone: text,
    }
    await aGuestRegistration(month, { ...guest, selected_days: [18], total_fee_cents: 333 })
    await aDropIn(DAY, { ...guest, dismissal_type: n % 2 ? 'noon' : null })
  }
  await markSome(app)
})

/** Two children and a guest are not coming; Zoë was not to, and has come. Each child has a drop-in on the day too. */
async function markSome({ services: { db } }: TestApp) {
  await execute(
    db,
    sql`insert into attendance_marks (submission_id, day, not_coming_at, not_coming_by, arrived_at)
      select s.id, ${DAY}, now(), 'staff', case when c.name = 'Zoë' then now() end
      from submissions s left join children c on c.id = s.child_id
      where s.month_id is not null and coalesce(c.name, s.guest_child_name) in ('Anna', 'Eve', 'Zoë', 'Guest Eve')`,
  )
  await execute(
    db,
    sql`insert into submissions (parent_id, child_id, dropin_date, selected_days, total_fee, status)
      select parent_id, child_id, ${DAY}::date, '{18}', 25, 'pending' from submissions where child_id is not null`,
  )
}

test('the report lists every submission of the day by child name, with the totals', async () => {
  const { rows, stats } = await findDayReport(app.services.db, DAY)
  expect(rows).toHaveLength(2 * NAMES.length + 2 * TEXTS.length)
  const names = new Set(rows.map(({ child }) => child).filter((name) => !name.startsWith('Guest')))
  expect([...names]).toEqual([
    'Ana-Lu',
    'anna',
    'Anna',
    'Ärzte',
    'Åsa',
    'Émile',
    'Eve',
    'Łukasz',
    "O'Brien",
    'Obrien',
    'zoe',
    'Zoë',
    '李',
  ])
  expect(stats).toEqual(attendanceStats(rows))
})

test('a child marked as not coming is shown so in each submission, unless the child has arrived', async () => {
  const { rows } = await findDayReport(app.services.db, DAY)
  const absent = rows.filter(({ notes }) => notes.startsWith('Not coming')).map(({ child }) => child)
  expect(absent).toEqual(['Anna', 'Anna', 'Eve', 'Eve', 'Guest Eve'])
})

test('a parent without a name is shown by email', async () => {
  const { rows } = await findDayReport(app.services.db, DAY)
  const unnamed = rows.filter(({ phone }) => phone === '555 0100')
  expect(new Set(unnamed.map(({ parent }) => parent))).toEqual(new Set([expect.stringContaining('@')]))
})

/** Of a day on which nobody else comes. */
async function reported(day: string, child: { guest_child_name: string; guest_child_allergies?: string }) {
  await buildersFor(app.services.db).aDropIn(day, child)
  return (await findDayReport(app.services.db, day)).rows.filter(({ status }) => status === 'drop-in')
}

test('text is sent exactly as it was entered', async () => {
  const child = { guest_child_name: '</script>"\\ \u2028 & co', guest_child_allergies: 'a\tb\n"c"\u001f' }
  const [row] = await reported('2026-11-20', child)
  expect(row).toMatchObject({ child: child.guest_child_name, allergies: child.guest_child_allergies })
})

test('a day without children has no rows', async () => {
  expect(await findDayReport(app.services.db, '2026-12-24')).toEqual({
    rows: [],
    stats: attendanceStats([]),
    isCancelled: false,
  })
})
