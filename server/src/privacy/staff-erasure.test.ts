import { describe, expect, it } from 'vitest'
import { columnsContaining } from '../../testing/columns-containing'
import { deleteAccount } from '../../testing/delete-account'
import { joinInto } from '../../testing/family'
import { ok } from '../../testing/ok'
import { storedRows } from '../../testing/rows'
import { startWithUniqueFamilies } from '../../testing/unique-families'
import { execute, rows, sql } from '../db/sql'
import { insertInto } from '../db/write'

const { app, make, admin, december, aFamilyThatUsedEverything } = await startWithUniqueFamilies()
const { db } = app.services
const staff = () => app.as(admin)
const erase = async (id: string, request: object) =>
  (await staff()).post(`/api/admin/parents/${encodeURIComponent(id)}/erasure`, request)
const see = async (id: string) => (await staff()).get(`/api/admin/parents/${encodeURIComponent(id)}/erasure`)

let count = 0
/** A guest with unique words, whose day is over. */
async function aGuest(day = '2026-11-03') {
  const n = `g${++count}z`
  const words = {
    guest_parent_name: `Gerda ${n} Nilsson`,
    guest_parent_email: `gerda.${n}@example.com`,
    guest_parent_phone: `555-0188-${n}`,
    guest_child_name: `Olle ${n} Nilsson`,
    guest_child_allergies: `Lupin ${n}`,
  }
  const client = app.visitor
  app.setNow(`${day}T09:00:00-05:00`)
  const request = { ...words, dropin_date: day, additional_notes: `Notes of ${n}`, agreed: true }
  const { id } = await ok(client.post('/api/drop-ins', request, { 'idempotency-key': `drop-${n}` }))
  app.setNow('2026-12-30T09:00:00-05:00')
  return {
    n,
    words: [...Object.values(words), `Notes of ${n}`],
    email: words.guest_parent_email,
    id,
    name: words.guest_parent_name,
    page: `guest-${words.guest_parent_email}`,
  }
}

describe('erasing a family', () => {
  it('does what deleting its own account does, and says who did it without naming it', async () => {
    const { words, parent, client } = await aFamilyThatUsedEverything()
    expect((await see(parent.id)).body).toEqual({ name: words.parent, obstacles: [], open_fees: 0 })
    await ok(erase(parent.id, { name: ` ${words.parent.toUpperCase()}  ` }))
    expect(await columnsContaining(db, Object.values(words))).toEqual([])
    expect((await client.get('/api/profile')).status).toBe(401)
    const [entry] = await storedRows(
      db,
      'audit_log',
      sql`where action = 'parent.erase' and row_id = ${parent.id}`,
    )
    expect(entry).toMatchObject({ actor_id: admin.id, actor_role: 'admin', detail: {} })
    expect(await storedRows(db, 'erasures' as never, sql`where account = ${parent.id}`)).toHaveLength(1)
    expect((await see(parent.id)).status).toBe(404)
    expect((await erase(parent.id, { name: words.parent })).status).toBe(404)
  })

  it('names everything that stands in the way at once, and another name', async () => {
    const parent = await make.aParent({ full_name: 'Dana Blocked' })
    const member = await make.aParent()
    await joinInto(app, parent, member)
    const child = await make.aChild(parent, { name: 'Amara' })
    app.setNow('2026-12-02T09:00:00-05:00')
    await make.aRegistration(child, december, {
      selected_days: [4],
      total_fee_cents: 4000,
      billed_status: 'billed',
    })
    const blocked = await erase(parent.id, { name: 'Dana Blocked' })
    expect(blocked).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'erasure-blocked',
          message:
            'Other adults share this family. Remove them first. The balance due is $40.00. Amara is booked through Friday, December 4.',
        },
      },
    })
    expect((await see(parent.id)).body.obstacles).toHaveLength(3)
    const lonely = await make.aParent({ full_name: 'Åsa Free' })
    expect(await erase(lonely.id, { name: 'Somebody' })).toMatchObject({
      status: 422,
      body: { error: { code: 'other-name', fields: { name: expect.stringContaining('name') } } },
    })
    expect((await erase(lonely.id, { name: '' })).status).toBe(422)
    expect((await erase(lonely.id, {})).status).toBe(422)
    await ok(erase(lonely.id, { name: 'asa free' }))
  })

  it.each([
    ['staff', (parent: { id: string }) => erase(parent.id, { name: 'Dana Present' })],
    ['the family itself', (parent: { id: string }) => deleteAccount(app, parent)],
  ])('is refused to %s while a child is here on a day that it is not booked for', async (_, remove) => {
    const parent = await make.aParent({ full_name: 'Dana Present' })
    const child = await make.aChild(parent, { name: 'Amara' })
    app.setNow('2026-12-02T16:00:00-05:00')
    const { id } = await make.aRegistration(child, december, {
      selected_days: [1],
      total_fee_cents: 0,
      billed_status: 'billed',
    })
    const mark = (day: string, arrived_at: string) => ({ submission_id: id, day, arrived_at })
    await execute(
      db,
      insertInto('attendance_marks', [
        // Nobody recorded yesterday's pick-up.
        { ...mark('2026-12-01', '2026-12-01T20:30:00Z'), updated_at: '2026-12-01T20:30:00Z' },
        { ...mark('2026-12-02', '2026-12-02T20:30:00Z'), updated_at: '2026-12-02T20:30:00Z' },
      ]),
    )
    const refused = await remove(parent)
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      "Amara is at aftercare now and hasn't been picked up.",
    ])
    await execute(
      db,
      sql`update attendance_marks set left_at = '2026-12-02T20:50:00Z', pickup_time = '17:30'
        where submission_id = ${id} and day = '2026-12-02'`,
    )
    await ok(remove(parent))
  })

  it('erases an adult who joined a family alone, and no staff', async () => {
    const [first, member] = [await make.aParent(), await make.aParent({ full_name: 'Kemi Second' })]
    await joinInto(app, first, member)
    await ok(erase(member.id, { name: 'Kemi Second' }))
    expect(await columnsContaining(db, ['Kemi Second'])).toEqual([])
    expect((await see(first.id)).body.obstacles).toEqual([])
    expect((await erase(admin.id, { name: admin.full_name })).body.error.code).toBe('staff-account')
  })

  it('happens once when two of staff do it', async () => {
    const parent = await make.aParent({ full_name: 'Twice Asked' })
    const statuses = await Promise.all(
      [1, 2].map(async () => (await erase(parent.id, { name: 'Twice Asked' })).status),
    )
    expect(statuses.sort()).toEqual([200, 404])
  })
})

describe('erasing a guest', () => {
  it('erases all that was sent with the email, once open fees are written off', async () => {
    const guest = await aGuest()
    expect(await columnsContaining(db, guest.words)).toEqual(
      expect.arrayContaining([
        'submissions.guest_parent_email',
        'outbox.content',
        'idempotency_keys.response',
      ]),
    )
    const { open_fees, obstacles, name } = (await see(guest.page)).body
    expect([name, obstacles, open_fees > 0]).toEqual([guest.name, [], true])
    expect((await erase(guest.page, { name: guest.name })).body.error.code).toBe('write-off-first')
    await ok(erase(guest.page, { name: guest.name, write_off: true }))
    expect(await columnsContaining(db, guest.words)).toEqual([])
    expect((await storedRows(db, 'submissions', sql`where id = ${guest.id}`))[0]).toMatchObject({
      guest_parent_name: 'Deleted account',
      guest_child_name: 'Deleted child',
      total_fee_cents: 0,
      dropin_date: '2026-11-03',
    })
    const [entry] = await storedRows(
      db,
      'audit_log',
      sql`where action = 'parent.erase-guest' order by id desc`,
    )
    expect(entry).toMatchObject({
      actor_id: admin.id,
      row_id: null,
      detail: { written_off_cents: open_fees * 100 },
    })
    expect((await see(guest.page)).status).toBe(404)
    const list = await (await staff()).get('/api/admin/parents?search=Deleted')
    expect(list.body.rows).toEqual([])
  })

  it('waits for coming days', async () => {
    const guest = await aGuest('2026-11-20')
    app.setNow('2026-11-18T09:00:00-05:00')
    const blocked = await erase(guest.page, { name: guest.name, write_off: true })
    expect(blocked.body.error.message).toContain('is booked through Friday, November 20.')
  })

  it('leaves an account with the same email alone, and the guest when the account is erased', async () => {
    const guest = await aGuest()
    const parent = await make.aParent({ email: guest.email, full_name: 'Gerda Registered' })
    await make.aChild(parent, { name: 'Ture Registered' })
    await ok(erase(guest.page, { name: guest.name, write_off: true }))
    expect((await (await app.as(parent)).get('/api/children')).body.rows).toMatchObject([
      { name: 'Ture Registered' },
    ])
    expect((await see(parent.id)).body.name).toBe('Gerda Registered')

    const other = await aGuest()
    const unproven = await make.aParent({ email: other.email, full_name: 'Unproven' })
    await execute(db, sql`update accounts set email_verified_at = null where id = ${unproven.id}`)
    await ok(erase(unproven.id, { name: 'Unproven' }))
    expect((await see(other.page)).body.name).toBe(other.name)
  })

  it('erases nothing if the guest submits something meanwhile', async () => {
    const guest = await aGuest()
    await app.services.pool.query(`
      create function submit_again() returns trigger language plpgsql as $$ begin
        insert into submissions (guest_parent_name, guest_parent_email, guest_child_name, dropin_date, selected_days,
          total_fee) values ('Gerda', '${guest.email}', 'Olle', '2026-12-31', '{31}', 0);
        return null; end $$;
      create trigger submit_again after insert on erasures for each row execute function submit_again()`)
    const outrun = await erase(guest.page, { name: guest.name, write_off: true })
    expect(outrun).toMatchObject({ status: 409, body: { error: { code: 'erasure-outrun' } } })
    await app.services.pool.query('drop trigger submit_again on erasures')
    expect(await rows(db, sql`select from submissions where guest_parent_name = ${guest.name}`)).toHaveLength(
      1,
    )
  })
})
