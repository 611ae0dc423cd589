import { beforeEach, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { joinInto } from '../../testing/family'
import { storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from './sql'

/** Which name the number stands by that somebody typed with a submission: in the family of Ana Lee, which Rob Lee joined; neither has another. */
const DAY = '2026-11-17'
const NUMBER = '555 0133'

const app = await testApp({ now: '2026-11-16T12:00:00-05:00' })
const { db } = app.services
const make = buildersFor(db)
const staff = await app.as(await make.anAdmin({ email: 'rosa@example.com' }))
await make.aMonth({ month_name: 'November' })

type Adult = { id: string; email: string; full_name: string }
let ana: Adult
let rob: Adult
let first: TestClient
let child: { id: string; name: string }

beforeEach(async () => {
  for (const table of [sql`attendance_marks`, sql`submissions`, sql`outbox`])
    await execute(db, sql`delete from ${table}`)
  ana = await make.aParent({ full_name: 'Ana Lee', phone: '' })
  rob = await make.aParent({ full_name: 'Rob Lee', phone: '' })
  await joinInto(app, ana, rob)
  child = await make.aChild(ana, { name: 'Amara Lee' })
  first = await app.as(ana)
})

const ok = <T>({ status, body }: { status: number; body: T }) => {
  expect([status, body]).toEqual([200, body])
  return body
}

const asGuest = async (guest_parent_email: string): Promise<string> =>
  ok(
    await app.visitor.post('/api/drop-ins', {
      guest_parent_name: 'Typed Name',
      guest_parent_email,
      guest_parent_phone: NUMBER,
      guest_child_name: 'Amara Lee',
      dropin_date: DAY,
      agreed: true,
    }),
  ).id

const claimed = async (email: string): Promise<string> => {
  const id = await asGuest(email)
  ok(await first.post(`/api/guest-claims/${id}`, { child_id: child.id }))
  return id
}

const changeEmail = async ({ id }: Adult) =>
  ok(await staff.patch(`/api/admin/parents/${id}`, { email: `new-${id}@example.com`, version: 1 }))

/** By whose name each place shows which number. */
async function shown(id: string) {
  await execute(
    db,
    sql`insert into attendance_marks (submission_id, day, arrived_at, left_at, picked_up_by, late_minutes)
      values (${id}, ${DAY}, ${`${DAY}T20:00:00Z`}, ${`${DAY}T23:00:00Z`}, 'Bo', 5) on conflict do nothing`,
  )
  const named = (adults: { name: string; phone: string | null }[]) =>
    adults.map(({ name, phone }) => `${name} ${phone}`)
  const [row] = ok(await staff.get(`/api/admin/attendance?date=${DAY}`)).rows
  const [card] = ok(await staff.get(`/api/admin/board?date=${DAY}`)).cards
  const [late] = ok(await staff.get('/api/admin/board/late')).rows
  const [dropIn] = ok(await staff.get('/api/admin/drop-ins')).rows
  const detail = ok(await staff.get(`/api/admin/submissions/${id}`))
  const csv = ok(await staff.get(`/api/admin/attendance/export?date=${DAY}`))
  return {
    adults: named(card.adults),
    same: [named(row.adults), named(late.adults)],
    report: [row.phone, csv.includes(NUMBER)],
    first: [dropIn.phone, detail.phone],
  }
}

const places = (adults: string[], isFirsts = false) => ({
  adults,
  same: [adults, adults],
  report: adults.some((adult) => adult.endsWith(NUMBER)) ? [NUMBER, true] : ['-', false],
  first: isFirsts ? [NUMBER, NUMBER] : [null, null],
})

it("is shown by the name of the adult who typed it and never by another's, also after their email was changed", async () => {
  const id = await claimed(rob.email)
  const byRob = places(['Ana Lee null', `Rob Lee ${NUMBER}`])
  expect(await shown(id)).toEqual(byRob)
  await changeEmail(rob)
  expect(await shown(id)).toEqual(byRob)
  ok(await first.delete(`/api/family/adults/${rob.id}`))
  expect(await shown(id)).toEqual(places(['Ana Lee null']))
})

it('is the first adult’s if they typed it as a guest, or staff copied it from their profile', async () => {
  const own = places([`Ana Lee ${NUMBER}`, 'Rob Lee null'], true)
  const id = await claimed(ana.email)
  expect(await shown(id)).toEqual(own)
  await execute(db, sql`delete from attendance_marks`)
  await execute(db, sql`delete from submissions where id = ${id}`)
  await execute(db, sql`update profiles set phone = ${NUMBER} where id = ${ana.id}`)
  const form = { dropin_date: DAY, dismissal_type: 'regular' }
  const entered = ok(await staff.post(`/api/admin/children/${child.id}/drop-ins`, form))
  await execute(db, sql`update profiles set phone = '' where id = ${ana.id}`)
  await changeEmail(ana)
  expect(await shown(entered.id)).toEqual(own)
})

it('is a guest’s own while the submission is in no family', async () => {
  expect(await shown(await asGuest(rob.email))).toEqual(places([`Typed Name ${NUMBER}`], true))
})

it.each([
  ['Ana', () => ana, false],
  ['Rob', () => rob, true],
])('is in a mail to staff that names %s only if they typed it: %#', async (_, adult, isTheirs) => {
  const id = await claimed(rob.email)
  await changeEmail(rob)
  await execute(db, sql`update accounts set email_verified_at = '2026-01-01' where id = ${rob.id}`)
  ok(await (await app.as(adult())).delete(`/api/drop-ins/${id}`))
  const [mail] = await storedRows(db, 'outbox', sql`where template = 'dropin-withdrawn-admin'`)
  expect(mail?.text).toContain(`Parent: ${adult().full_name}`)
  expect(mail?.text?.includes(NUMBER)).toBe(isTheirs)
})
