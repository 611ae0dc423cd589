import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { recordingLog } from '../../testing/mail-samples'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { recordAudit } from '../audit/audit.queries'
import { createClock } from '../clock'
import { execute, rows, type Sql, sql } from '../db/sql'
import { insertInto } from '../db/write'
import { retentionJob } from './retention'
import { startScheduler } from './scheduler'

const app = await testApp()

async function runRetentionAt(now: string) {
  const { db, config } = app.services
  const clock = createClock(config.program, now)
  const job = retentionJob(config, clock)
  const scheduler = startScheduler({ db, clock, log: recordingLog(), program: config.program, job })
  await scheduler.runDue()
  await scheduler.stop()
}

test('erases the allergies of a deleted child after its last registered day, but not its name', async () => {
  const { db } = app.services
  const make = buildersFor(db)
  const parent = await make.aParent()
  const november = await make.aMonth({ month_name: 'November' })
  const odd = await make.aMonth({ month_name: 'Summer camp', year: 2026 })
  const deleted = { allergies: 'Peanuts', deleted_at: '2026-11-01T00:00:00Z' }
  const withDays = async (name: string, month: { id: string }, days: number[], values = deleted) => {
    const child = await make.aChild(parent, { name, ...values })
    await make.aRegistration(child, month, { selected_days: days })
  }
  await withDays('over yesterday', november, [10, 18])
  await withDays('today', november, [10, 19])
  await withDays('tomorrow', november, [3, 20])
  await withDays('unplaced month', odd, [1])
  await make.aChild(parent, { name: 'never registered', ...deleted })
  await make.aChild(parent, { name: 'class alone', grade: 'Pre-K 4', deleted_at: deleted.deleted_at })
  await make.aChild(parent, { name: 'not deleted', allergies: 'Peanuts', grade: 'K' })
  const dropping = await make.aChild(parent, { name: 'drop-in ahead', ...deleted })
  await make.aDropIn('2026-12-01', { parent_id: parent.id, child_id: dropping.id })

  const withAllergiesOn = async (now: string) => {
    await runRetentionAt(now)
    const stored = await storedRows(db, 'children', sql`order by name`)
    expect(stored).toHaveLength(8)
    expect(stored.filter(({ grade }) => grade !== null).map(({ name }) => name)).toEqual(['not deleted'])
    return stored.filter(({ allergies }) => allergies !== null).map(({ name }) => name)
  }
  expect(await withAllergiesOn('2026-11-19T04:00:00-05:00')).toEqual([
    'drop-in ahead',
    'not deleted',
    'today',
    'tomorrow',
    'unplaced month',
  ])
  expect(await withAllergiesOn('2026-11-21T04:00:00-05:00')).toEqual([
    'drop-in ahead',
    'not deleted',
    'unplaced month',
  ])
  expect(await withAllergiesOn('2027-01-01T04:00:00-05:00')).toEqual(['not deleted'])
  const [erasedFirst] = await storedRows(db, 'children', sql`where name = 'over yesterday'`)
  expect(erasedFirst?.updated_at, 'erased once, not every night').toMatch('2026-11-19')
})

test('erases a deleted child’s pick-up people with its allergies, and who picked it up once no day can be corrected', async () => {
  const { db } = app.services
  const make = buildersFor(db)
  const parent = await make.aParent()
  const month = await make.aMonth({ month_name: 'October' })
  const people = {
    pickup_people: [{ name: 'Grandma', phone: null }],
    must_not_pick_up: [{ name: 'Rob', note: null }],
  }
  const present = await make.aChild(parent, people)
  const deleted = await make.aChild(parent, { ...people, deleted_at: '2026-10-20T00:00:00Z' })
  const marked = { arrived_at: '2026-10-19T20:00:00Z', left_at: '2026-10-19T21:00:00Z', pickup_time: '17:30' }
  for (const child of [present, deleted]) {
    const { id } = await make.aRegistration(child, month, { selected_days: [19, 20] })
    for (const day of ['2026-10-19', '2026-10-20']) {
      await execute(
        db,
        insertInto('attendance_marks', [
          { ...marked, submission_id: id, day, picked_up_by: 'Grandma', note: 'Hat' },
        ]),
      )
      const detail = { day, picked_up_by: 'Random Guy' }
      await recordAudit(
        db,
        { services: app.services, viewer: 'system' },
        'mark.picked-up',
        'attendance_marks',
        id,
        detail,
      )
    }
  }
  const logged = (child: { id: string }) =>
    rows(
      db,
      sql`select l.detail from audit_log l join submissions s on s.id::text = l.row_id
        where s.child_id = ${child.id} and l.table_name = 'attendance_marks' order by l.id`,
    ).then((found) => found.map((row) => (row as { detail: { picked_up_by: string } }).detail.picked_up_by))
  const named = () =>
    rows(
      db,
      sql`select c.id, c.pickup_people <> '[]' or c.must_not_pick_up <> '[]' as people, m.day, m.picked_up_by, m.note from children c
        join submissions s on s.child_id = c.id join attendance_marks m on m.submission_id = s.id
        where c.parent_id = ${parent.id} and c.id = ${deleted.id} order by m.day`,
    )
  const whole = { id: deleted.id, picked_up_by: 'Grandma', note: 'Hat' }
  await runRetentionAt('2026-11-03T04:00:00-05:00')
  expect(await named()).toEqual([
    { ...whole, people: false, day: '2026-10-19', picked_up_by: null, note: null },
    { ...whole, people: false, day: '2026-10-20' },
  ])
  expect(await logged(deleted)).toEqual(['[erased]', 'Random Guy'])
  await runRetentionAt('2026-11-04T04:00:00-05:00')
  expect(await logged(deleted)).toEqual(['[erased]', '[erased]'])
  expect(await logged(present)).toEqual(['Random Guy', 'Random Guy'])
  expect(await named()).toMatchObject([{ picked_up_by: null }, { picked_up_by: null, note: null }])
  const others = await rows(
    db,
    sql`select picked_up_by from attendance_marks m join submissions s on s.id = m.submission_id
      where s.child_id = ${present.id}`,
  )
  expect(others).toEqual([{ picked_up_by: 'Grandma' }, { picked_up_by: 'Grandma' }])
})

test('erases from the log who picked up a deleted child, also of a drop-in that was deleted before', async () => {
  const { db } = app.services
  const make = buildersFor(db)
  const [parent, admin] = [await make.aParent(), await make.anAdmin()]
  app.setNow('2026-11-05T16:00:00-05:00')
  const staff = await app.as(admin)
  const day = '2026-11-05'
  const released = async (values: object) => {
    const child = await make.aChild(parent)
    const { id } = await make.aDropIn(day, { parent_id: parent.id, child_id: child.id, ...values })
    const detail = { day, picked_up_by: 'Random Guy' }
    await recordAudit(
      db,
      { services: app.services, viewer: 'system' },
      'mark.picked-up',
      'attendance_marks',
      id,
      detail,
    )
    expect((await staff.delete(`/api/admin/drop-ins/${id}`)).status).toBe(200)
    return { id, child }
  }
  const [kept, hidden, gone, guest] = [
    await released({}),
    await released({}),
    await released({}),
    await released({ parent_id: null, child_id: null }),
  ]
  await execute(db, sql`update children set deleted_at = '2026-11-06' where id = ${hidden.child.id}`)
  await execute(db, sql`delete from children where id = ${gone.child.id}`)
  const logged = async ({ id }: { id: string }) => {
    const found = await rows<{ name: string }>(
      db,
      sql`select detail ->> 'picked_up_by' as name from audit_log where row_id = ${id} and table_name = 'attendance_marks'`,
    )
    return found.map(({ name }) => name)
  }
  await runRetentionAt('2026-11-19T05:00:00-05:00')
  expect(await logged(hidden)).toEqual(['Random Guy'])
  // Later than what is left of a removed drop-in.
  await runRetentionAt('2027-01-20T04:00:00-05:00')
  for (const each of [hidden, gone]) expect(await logged(each)).toEqual(['[erased]'])
  for (const each of [kept, guest]) expect(await logged(each)).toEqual(['Random Guy'])
})

test('deletes the mails that somebody caused who deleted their account, once they are sent', async () => {
  const { db } = app.services
  const make = buildersFor(db)
  const [gone, present] = [await make.aParent(), await make.aParent()]
  await execute(db, sql`update accounts set disabled_at = now() where id = ${gone.id}`)
  for (const [name, sentBy] of [
    ['gone', gone.id],
    ['present', present.id],
    ['staff', null],
  ])
    for (const state of ['sent', 'failed', 'queued', 'sending'])
      await execute(
        db,
        sql`insert into outbox (template, to_email, subject, text, message_id, state, sent_by, created_at)
          values ('registration-changed', 'a@example.com', 's', 't', ${`${name} ${state}`}, ${state}, ${sentBy},
            '2026-12-01')`,
      )
  await runRetentionAt('2026-12-02T04:00:00-05:00')
  const left = await storedRows(
    db,
    'outbox',
    sql`where template = 'registration-changed' order by message_id`,
  )
  expect(left.map(({ message_id }) => message_id).filter((id) => id.startsWith('gone'))).toEqual([
    'gone queued',
    'gone sending',
  ])
  expect(left).toHaveLength(10)
  await execute(db, sql`delete from outbox`)
})

test('deletes only what is expired or old enough', async () => {
  const { db } = app.services
  const account = await buildersFor(db).aParent({ email: 'leaving@example.com' })
  const soon = '2027-03-01T00:00:00Z'
  const past = '2027-01-31T00:00:00Z'
  const now = sql`'2027-02-01T04:00:00-05:00'::timestamptz`
  await execute(
    db,
    sql`insert into sessions (id, account_id, expires_at) values ('live', ${account.id}, ${soon}), ('over', ${account.id}, ${past})`,
  )
  await execute(
    db,
    sql`insert into tokens (id, account_id, purpose, expires_at)
    values ('live', ${account.id}, 'verify', ${soon}), ('over', ${account.id}, 'verify', ${past})`,
  )
  await execute(
    db,
    sql`insert into idempotency_keys (scope, key, request_hash, status, response, created_at)
    values ('s', 'live', '', 200, '{}', ${now}), ('s', 'over', '', 200, '{}', ${now} - interval '25 hours')`,
  )
  await execute(
    db,
    sql`insert into import_reviews (account_id, kind, file_name, contents, choices, outcome, updated_at) values
      (${account.id}, 'payments', 'live', '{}', '{}', '{}', ${now} - interval '23 hours'),
      (${account.id}, 'families', 'over', '{}', '{}', '{}', ${now} - interval '25 hours')`,
  )
  await execute(
    db,
    sql`insert into rate_limits (key, tat_ms) values
      ('live', extract(epoch from now()) * 1000 + 60000), ('over', extract(epoch from now()) * 1000 - 60000)`,
  )
  await execute(
    db,
    sql`insert into outbox (template, to_email, subject, text, message_id, is_secret, state, created_at) values
      ('live', 'a@example.com', 's', 't', 'live', false, 'sent', ${now} - interval '179 days'),
      ('over', 'a@example.com', 's', 't', 'over', false, 'sent', ${now} - interval '181 days'),
      ('waiting', 'a@example.com', 's', 't', 'waiting', false, 'queued', ${now} - interval '181 days'),
      ('secret', 'a@example.com', 's', 't', 'secret', true, 'failed', ${now})`,
  )
  await execute(
    db,
    sql`insert into job_runs (job, run_key, started_at) values ('j', 'live', ${now}), ('j', 'over', ${now} - interval '181 days')`,
  )

  await runRetentionAt('2027-02-01T04:00:00-05:00')

  const idsOf = async (query: Sql) => (await rows<{ id: string }>(db, query)).map(({ id }) => id)
  expect(await idsOf(sql`select id from sessions`)).toEqual(['live'])
  expect(await idsOf(sql`select id from tokens`)).toEqual(['live'])
  expect(await idsOf(sql`select key as id from idempotency_keys`)).toEqual(['live'])
  expect(await idsOf(sql`select file_name as id from import_reviews`)).toEqual(['live'])
  expect(await idsOf(sql`select key as id from rate_limits`)).toEqual(['live'])
  expect(await idsOf(sql`select message_id as id from outbox order by 1`)).toEqual([
    'live',
    'secret',
    'waiting',
  ])
  expect(await idsOf(sql`select text as id from outbox where message_id = 'secret'`)).toEqual([''])
  expect(await idsOf(sql`select run_key as id from job_runs where job = 'j'`)).toEqual(['live'])
})

test('deletes what is left of a removed drop-in four weeks after its day', async () => {
  const { db } = app.services
  const days = ['2027-02-18', '2027-02-19', '2027-04-01']
  const removed = days.map((dropin_date) => ({
    id: randomUUID(),
    dropin_date,
    total_fee_cents: 2500,
    submitted_at: '2026-10-01T00:00:00Z',
    language: 'en' as const,
    removed_at: '2026-10-02T00:00:00Z',
    removed_by: 'guest' as const,
  }))
  await execute(db, insertInto('removed_drop_ins', removed))
  await runRetentionAt('2027-03-19T04:00:00-04:00')
  const left = await storedRows(db, 'removed_drop_ins', sql`order by dropin_date`)
  expect(left.map(({ dropin_date }) => dropin_date)).toEqual(['2027-02-19', '2027-04-01'])
})
