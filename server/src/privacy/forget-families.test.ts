import { addDays } from '@aftercare/domain/lib/days'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { joinInto } from '../../testing/family'
import { composeDueEvents } from '../../testing/mails'
import { ok } from '../../testing/ok'
import { testApp } from '../../testing/test-app'
import { execute, hasRow, rows, sql } from '../db/sql'
import { forgetFamilies } from './forget-families'

const app = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2525' } })
const { db } = app.services
const make = buildersFor(db)
const admin = await make.anAdmin()
const LAST = '2026-11-10'

beforeEach(async () => {
  at(LAST)
  await execute(db, sql`delete from outbox`)
  await execute(db, sql`delete from retention_notices`)
  await execute(db, sql`update user_roles set role = 'admin' where role = 'parent'`)
})

const at = (day: string) => app.setNow(`${day}T10:00:00-05:00`)
const staff = () => app.as(admin)
const path = '/api/admin/forget-families'

async function set(months: number | null) {
  const client = await staff()
  const { version } = await ok(client.get(path))
  return client.put(path, { months, version })
}

/** Who signed up long ago and was last here on the day. */
async function aFormerFamily(last = LAST) {
  const parent = await make.aParent({ full_name: 'Gone Family' })
  await execute(db, sql`update accounts set created_at = '2020-01-01' where id = ${parent.id}`)
  const child = await make.aChild(parent)
  const { id } = await make.aDropIn(last, { parent_id: parent.id, child_id: child.id, total_fee_cents: 0 })
  return { ...parent, submission: id }
}

/** The nightly job, and the mail worker. */
async function night(day: string, state = 'sent') {
  at(day)
  await forgetFamilies(app.services)
  await composeDueEvents(app.services)
  await execute(
    db,
    sql`update outbox set state = ${state}, sent_at = case when ${state} = 'sent' then ${app.services.clock.now().toISOString()}::timestamptz end
      where template = 'account-erasure' and state = 'queued'`,
  )
}

const mailed = async () =>
  (
    await rows<{ to_email: string }>(
      db,
      sql`select to_email from outbox where template = 'account-erasure' order by created_at, to_email`,
    )
  ).map(({ to_email }) => to_email)
const isErased = (id: string) =>
  hasRow(db, sql`select from accounts where id = ${id} and disabled_at is not null`)
const listed = async () => (await (await staff()).get(`${path}/families`)).body.rows

describe('families who left', () => {
  it('stay for ever unless staff have chosen otherwise', async () => {
    const family = await aFormerFamily()
    await night('2040-01-01')
    expect([await mailed(), await isErased(family.id), await listed()]).toEqual([[], false, []])
  })

  it('are mailed 30 days before, then erased', async () => {
    const family = await aFormerFamily()
    await ok(set(12))
    await night('2027-10-10')
    expect([await mailed(), await listed()]).toEqual([[], []])
    await night('2027-10-11')
    expect(await mailed()).toEqual([family.email])
    await night('2027-10-12')
    expect(await listed()).toMatchObject([
      {
        id: family.id,
        name: 'Gone Family',
        last_on: LAST,
        mailed_on: '2027-10-11',
        erased_on: '2027-11-10',
        obstacles: [],
      },
    ])
    await night('2027-11-09')
    expect(await isErased(family.id)).toBe(false)
    await night('2027-11-10')
    expect(await isErased(family.id)).toBe(true)
    expect(await mailed()).toEqual([])
    expect(
      await hasRow(
        db,
        sql`select from audit_log where action = 'parent.forget' and row_id = ${family.id} and actor_role = 'system'`,
      ),
    ).toBe(true)
  })

  it('are never erased earlier than 30 days after the mail was sent', async () => {
    const family = await aFormerFamily()
    await ok(set(12))
    await night('2030-01-01', 'queued')
    await night('2030-02-15')
    await night('2030-03-16')
    expect(await isErased(family.id)).toBe(false)
    await night('2030-03-17')
    expect(await isErased(family.id)).toBe(true)
  })

  it('are kept while their mail could not be sent', async () => {
    const family = await aFormerFamily()
    await ok(set(12))
    await night('2030-01-01', 'failed')
    await night('2030-03-01', 'failed')
    expect([await isErased(family.id), await mailed()]).toEqual([false, [family.email]])
    expect(await listed()).toMatchObject([{ mailed_on: null, erased_on: null }])
    await night('2030-07-01', 'failed')
    expect(await mailed()).toEqual([family.email, family.email])
  })

  it.each(['signing in', 'using a session', 'a sign-in by the other adult'])('stay after %s', async (how) => {
    const family = await aFormerFamily()
    const other = await make.aParent()
    await joinInto(app, family, other)
    await execute(db, sql`delete from outbox`)
    await ok(set(12))
    at('2027-10-01')
    const open = await app.as(family)
    await night('2027-10-11')
    expect((await mailed()).toSorted()).toEqual([family.email, other.email].toSorted())
    at('2027-10-20')
    if (how === 'using a session') await ok(open.get('/api/profile'))
    else await app.as(how === 'signing in' ? family : other)
    await execute(db, sql`delete from family_members`)
    await night('2027-12-01')
    await night('2028-02-01')
    expect([await isErased(family.id), await listed()]).toEqual([false, []])
    await execute(db, sql`delete from outbox`)
    await night('2028-09-20')
    expect(await mailed()).toContain(family.email)
  })

  it('stay on the list with what stands in the way', async () => {
    const family = await aFormerFamily()
    const member = await make.aParent()
    await joinInto(app, family, member)
    await execute(
      db,
      sql`update submissions set total_fee = 10, billed_status = 'billed' where id = ${family.submission}`,
    )
    await ok(set(12))
    await night('2027-10-11')
    await night('2027-12-11')
    expect(await isErased(family.id)).toBe(false)
    expect(await listed()).toMatchObject([
      { obstacles: ['Other adults share this family. Remove them first.', 'The balance due is $10.00.'] },
    ])
  })

  it('count from a payment, a sign-up, and a drop-in that was requested since', async () => {
    const [paying, back] = [await aFormerFamily(), await aFormerFamily()]
    await make.aPayment(paying, admin, { payment_date: '2027-06-01', amount_cents: 0 })
    const fresh = await make.aParent()
    await execute(db, sql`update accounts set created_at = '2027-05-01' where id = ${fresh.id}`)
    await ok(set(12))
    await night('2027-10-11')
    expect(await mailed()).toEqual([back.email])
    await make.aDropIn('2027-11-01', { guest_parent_email: back.email, total_fee_cents: 0 })
    await night('2027-12-01')
    expect(await isErased(back.id)).toBe(false)
    expect(await listed()).toEqual([])
    await night('2028-04-01')
    expect(await mailed()).toContain(fresh.email)
  })

  it('are mailed anew after it was switched off and on, or the months were changed to more and back', async () => {
    const family = await aFormerFamily()
    await ok(set(12))
    for (const other of [null, 84]) {
      await execute(db, sql`delete from outbox`)
      await night('2029-01-01')
      expect(await mailed()).toEqual([family.email])
      await night('2029-01-02')
      await ok(set(other))
      await ok(set(12))
      await night('2029-03-01')
      expect(await isErased(family.id)).toBe(false)
      expect(await mailed()).toHaveLength(2)
      await ok(set(null))
      await ok(set(12))
    }
  })

  it('are mailed again when the clock was ahead', async () => {
    const family = await aFormerFamily()
    await ok(set(12))
    await night('2033-01-01')
    await night('2033-01-02')
    await night('2028-01-01')
    expect(await mailed()).toEqual([family.email, family.email])
    await night('2028-01-30')
    expect(await isErased(family.id)).toBe(false)
    await night('2028-01-31')
    expect(await isErased(family.id)).toBe(true)
  })

  it.each([11, 85, 12.5, '24', undefined])('are not forgotten after %s months', async (months) => {
    const client = await staff()
    const { version } = await ok(client.get(path))
    expect((await client.put(path, { months, version })).status).toBe(422)
  })

  it('are not staff', async () => {
    const family = await aFormerFamily()
    await execute(db, sql`update user_roles set role = 'admin' where user_id = ${family.id}`)
    await ok(set(12))
    await night(addDays(LAST, 800))
    expect([await mailed(), await listed()]).toEqual([[], []])
  })
})
