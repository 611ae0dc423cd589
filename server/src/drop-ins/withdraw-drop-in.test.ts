import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import { countRows, storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import { createGuestLink } from '../guest-links/guest-links.queries'

/** It is the evening before Wednesday, November 18, 2026. */
const EVENING = '2026-11-17T23:59:59-05:00'
const DAY = '2026-11-18'

const app = await testApp()
const { db } = app.services
const make = buildersFor(db)
const admin = await make.anAdmin({ full_name: 'Rosa Medina', email: 'rosa@example.com' })
let staff: TestClient
const november = await make.aMonth({ month_name: 'November', seats: 1 })

beforeEach(async () => {
  app.setNow(EVENING)
  staff = await app.as(admin)
  for (const table of [sql`submissions`, sql`removed_drop_ins`, sql`outbox`, sql`seat_watches`])
    await execute(db, sql`delete from ${table}`)
})

let families = 0

async function aFamily() {
  const parent = await make.aParent({ full_name: 'Dana Okafor', email: `dana${++families}@example.com` })
  const child = await make.aChild(parent, { name: 'Amara Okafor' })
  const second = await make.aParent({ full_name: 'Ana Okafor', email: `ewan${families}@example.com` })
  await execute(
    db,
    sql`insert into family_members (member_id, parent_id) values (${second.id}, ${parent.id})`,
  )
  const aDropIn = (values = {}) => make.aDropIn(DAY, { parent_id: parent.id, child_id: child.id, ...values })
  return { parent, child, second, aDropIn }
}

const withdraw = async (person: { id: string }, { id }: { id: string }, headers = {}) =>
  (await app.as(person)).delete(`/api/drop-ins/${id}`, headers)

const removed = () => storedRows(db, 'removed_drop_ins', sql`order by removed_at`)
const mails = async () =>
  (await storedRows(db, 'outbox', sql`order by template, to_email`)).map(
    ({ template, to_email, subject }) => [template, to_email, subject] as const,
  )

describe('a family', () => {
  it('withdraws its drop-in until its day begins, by the programme’s clock', async () => {
    const { second, parent, child, aDropIn } = await aFamily()
    const dropIn = await aDropIn()
    app.setNow('2026-11-18T00:00:00-05:00')
    const late = await withdraw(second, dropIn)
    expect([late.status, late.body.error.message]).toEqual([
      409,
      'This day has begun. Please ask the office.',
    ])
    expect(await countRows(db, 'submissions')).toBe(1)
    app.setNow(EVENING)
    const { status, body } = await withdraw(second, dropIn)
    expect([status, body]).toEqual([200, { id: dropIn.id }])
    expect(await countRows(db, 'submissions')).toBe(0)
    expect(await removed()).toMatchObject([
      {
        id: dropIn.id,
        parent_id: parent.id,
        child_id: child.id,
        dropin_date: DAY,
        total_fee_cents: dropIn.total_fee_cents,
        removed_by: 'family',
        removed_by_id: second.id,
      },
    ])
  })

  it('mails the other adults and the staff who got the request', async () => {
    const { second, parent, aDropIn } = await aFamily()
    await withdraw(second, await aDropIn())
    const date = 'Wednesday, November 18'
    expect(await mails()).toEqual([
      ['dropin-withdrawn', parent.email, `Your drop-in request for ${date} was withdrawn`],
      ['dropin-withdrawn', second.email, `Your drop-in request for ${date} was withdrawn`],
      // The copy for staff.
      ['dropin-withdrawn', admin.email, `Your drop-in request for ${date} was withdrawn`],
      ['dropin-withdrawn-admin', admin.email, `Drop-in withdrawn: Amara Okafor, ${date}`],
    ])
  })

  it('says nothing in the mail that is untrue for the adult who did not withdraw it', async () => {
    const { second, parent, aDropIn } = await aFamily()
    await execute(db, sql`update profiles set language = 'en' where id = ${parent.id}`)
    await execute(db, sql`update profiles set language = 'es' where id = ${second.id}`)
    await withdraw(second, await aDropIn())
    const textTo = async ({ email }: { email: string }) =>
      (await storedRows(db, 'outbox', sql`where to_email = ${email}`))[0]?.text
    expect(await textTo(parent)).toContain(
      'The drop-in of Amara Okafor on Wednesday, November 18 was withdrawn, so we removed it.',
    )
    expect(await textTo(second)).toContain(
      'Se retiró el día suelto de Amara Okafor del miércoles, 18 de noviembre, así que lo quitamos.',
    )
  })

  it('tells staff who withdrew what, in the list and the activity log', async () => {
    const { second, aDropIn } = await aFamily()
    await withdraw(second, await aDropIn())
    const { body } = await staff.get('/api/admin/drop-ins')
    expect([body.count, body.rows, body.revenue]).toEqual([0, [], 0])
    expect(body.withdrawn).toMatchObject([
      {
        dropin_date: DAY,
        child_name: 'Amara Okafor',
        parent_name: 'Dana Okafor',
        withdrawn_by: 'Ana Okafor',
      },
    ])
    const { body: log } = await staff.get('/api/admin/activity')
    expect(log.rows[0].sentence).toMatch(
      /^\W*Ana Okafor\W* withdrew a drop-in for \W*Amara Okafor\W* on Nov 18, 2026/,
    )
  })

  it('cannot withdraw what staff entered, what was billed, another family’s or a registration', async () => {
    const { parent, child, aDropIn } = await aFamily()
    const ofStaff = await withdraw(parent, await aDropIn({ dismissal_type: 'regular' }))
    expect([ofStaff.status, ofStaff.body.error.message]).toEqual([
      409,
      'The office entered this drop-in. Please ask the office.',
    ])
    const billed = await withdraw(parent, await aDropIn({ billed_status: 'billed' }))
    expect([billed.status, billed.body.error.message]).toEqual([
      409,
      'This drop-in was billed. Please ask the office.',
    ])
    const stranger = await make.aParent()
    const registration = await make.aRegistration(child, november, { selected_days: [30] })
    for (const response of [
      await withdraw(stranger, await aDropIn()),
      await withdraw(parent, registration),
      await withdraw(parent, await make.aDropIn(DAY)),
    ])
      expect([response.status, response.body.error.code]).toEqual([404, 'not-found'])
    expect(await removed()).toEqual([])
    expect((await app.visitor.delete(`/api/drop-ins/${registration.id}`)).status).toBe(401)
  })

  it('withdraws once, although both adults and a double click ask at the same moment', async () => {
    const { parent, second, aDropIn } = await aFamily()
    const dropIn = await aDropIn()
    const key = { 'idempotency-key': 'double click' }
    const responses = await Promise.all([
      withdraw(parent, dropIn, key),
      withdraw(parent, dropIn, key),
      withdraw(second, dropIn),
    ])
    const codes = responses.map(({ status, body }) => body.error?.code ?? status)
    // The adult who came second is told; a double click is one request.
    expect([
      [200, 200, 'drop-in-removed'],
      ['drop-in-removed', 'drop-in-removed', 200],
    ]).toContainEqual(codes)
    expect(await removed()).toHaveLength(1)
    expect(await mails()).toHaveLength(4)
    expect((await withdraw(parent, dropIn)).body.error.message).toBe(
      'This drop-in has already been withdrawn or deleted.',
    )
  })

  it('and staff who delete it at the same moment remove it once, and the later one is told', async () => {
    const { parent, aDropIn } = await aFamily()
    const dropIn = await aDropIn()
    const lock = await holdLock(app, 'select from submissions where id = $1 for update', [dropIn.id])
    const byStaff = staff.delete(`/api/admin/drop-ins/${dropIn.id}`, {}, { tell_family: true })
    const byFamily = withdraw(parent, dropIn)
    await untilWaiting(app, 2)
    await lock.release()
    const codes = [await byStaff, await byFamily].map(({ status, body }) => body.error?.code ?? status)
    expect([
      [200, 'drop-in-removed'],
      ['not-found', 200],
    ]).toContainEqual(codes)
    expect(await removed()).toHaveLength(1)
    // Never both that it was withdrawn and that it could not be accepted.
    const templates = (await mails()).map(([template]) => template)
    expect(templates.includes('dropin-declined')).toBe(codes[0] === 200)
    expect(templates.includes('dropin-withdrawn')).toBe(codes[1] === 200)
  })

  it('opens the seat for whoever waits, and keeps payments as general ones', async () => {
    const { parent, aDropIn } = await aFamily()
    const dropIn = await aDropIn()
    const payment = await make.aPayment(parent, admin, { submission_id: dropIn.id })
    const waiting = await make.aParent()
    await execute(
      db,
      sql`insert into seat_watches (parent_id, month_id, day, created_at) values (${waiting.id}, ${november.id}, 18, ${EVENING})`,
    )
    expect((await withdraw(parent, dropIn)).status).toBe(200)
    expect((await mails()).filter(([template]) => template === 'seat-opened')).toMatchObject([
      ['seat-opened', waiting.email, expect.anything()],
    ])
    expect(await storedRows(db, 'payments', sql`where id = ${payment.id}`)).toMatchObject([
      { submission_id: null },
    ])
  })

  it('withdraws a request that it took over from a guest', async () => {
    const { parent, child } = await aFamily()
    const claimed = {
      parent_id: parent.id,
      child_id: child.id,
      guest_parent_name: 'Dana',
      guest_child_name: 'Amara',
    }
    expect((await withdraw(parent, await make.aDropIn(DAY, claimed))).status).toBe(200)
  })
})

describe('a guest', () => {
  const aLink = async ({ id }: { id: string }) =>
    (await createGuestLink(db, id, app.services.clock.now())) ?? ''
  const byLink = (secret: string, headers = {}) =>
    app.visitor.post('/api/guest-registration/withdraw', { secret }, headers)
  const mayWithdraw = async (secret: string) =>
    (await app.visitor.post('/api/guest-registration', { secret })).body.may_withdraw

  it('withdraws by the private link, which ends', async () => {
    const dropIn = await make.aDropIn(DAY, { language: 'es', guest_parent_email: 'grace@example.com' })
    const secret = await aLink(dropIn)
    expect(await mayWithdraw(secret)).toBe(true)
    const key = { 'idempotency-key': 'tap' }
    expect((await byLink(secret, key)).status).toBe(200)
    expect((await byLink(secret, key)).status).toBe(200)
    const again = await byLink(secret)
    expect([again.status, again.body.error.code]).toEqual([404, 'invalid-guest-link'])
    expect(await removed()).toMatchObject([{ id: dropIn.id, removed_by: 'guest', removed_by_id: null }])
    expect(await mails()).toContainEqual([
      'dropin-withdrawn',
      'grace@example.com',
      'Se retiró su solicitud de día suelto para el miércoles, 18 de noviembre',
    ])
    const { body } = await staff.get('/api/admin/drop-ins')
    expect(body.withdrawn).toMatchObject([{ withdrawn_by: dropIn.guest_parent_name }])
  })

  it('is told that staff have deleted it at the same moment, also where they had linked it to a family', async () => {
    const { parent, child } = await aFamily()
    for (const isLinked of [false, true]) {
      const dropIn = await make.aDropIn(DAY)
      const secret = await aLink(dropIn)
      if (isLinked)
        await execute(
          db,
          sql`update submissions set parent_id = ${parent.id}, child_id = ${child.id}, is_same_child = true
            where id = ${dropIn.id}`,
        )
      const lock = await holdLock(app, 'select from submissions where id = $1 for update', [dropIn.id])
      const byStaff = staff.delete(`/api/admin/drop-ins/${dropIn.id}`)
      await untilWaiting(app, 1)
      const byGuest = byLink(secret)
      await untilWaiting(app, 2)
      await lock.release()
      expect((await byStaff).status).toBe(200)
      expect((await byGuest).body.error.code).toBe('drop-in-removed')
    }
  })

  it('cannot once its day has begun, or it belongs to an account', async () => {
    const { parent, child } = await aFamily()
    const dropIn = await make.aDropIn(DAY)
    const secret = await aLink(dropIn)
    app.setNow('2026-11-18T00:00:00-05:00')
    expect(await mayWithdraw(secret)).toBe(false)
    expect((await byLink(secret)).body.error.code).toBe('drop-in-begun')
    app.setNow(EVENING)
    await execute(
      db,
      sql`update submissions set parent_id = ${parent.id}, child_id = ${child.id} where id = ${dropIn.id}`,
    )
    expect(await mayWithdraw(secret)).toBe(false)
    const claimed = await byLink(secret)
    expect([claimed.status, claimed.body.error.message]).toEqual([
      409,
      'This drop-in belongs to an account. Please sign in to withdraw it.',
    ])
    expect(await removed()).toEqual([])
  })
})

describe('staff', () => {
  const PATH = '/api/admin/drop-ins'

  it('tell every adult of the family that a drop-in could not be accepted, with a sentence', async () => {
    const { parent, second, aDropIn } = await aFamily()
    await execute(db, sql`update profiles set language = 'es' where id = ${second.id}`)
    const dropIn = await aDropIn()
    const { status } = await staff.delete(
      `${PATH}/${dropIn.id}`,
      {},
      {
        tell_family: true,
        message: ' The room is <b>full</b>. ',
      },
    )
    expect(status).toBe(200)
    expect(await mails()).toEqual([
      [
        'dropin-declined',
        parent.email,
        'Your drop-in request for Wednesday, November 18 could not be accepted',
      ],
      [
        'dropin-declined',
        second.email,
        'No se pudo aceptar su solicitud de día suelto para el miércoles, 18 de noviembre',
      ],
    ])
    const stored = await storedRows(db, 'outbox')
    for (const { text } of stored) expect(text).toContain('The room is <b>full</b>.')
    expect(await removed()).toMatchObject([{ removed_by: 'staff', removed_by_id: admin.id }])
    expect((await staff.get(PATH)).body.withdrawn).toEqual([])
  })

  it('tell nobody without a body, or unticked, and are bounded', async () => {
    for (const body of [undefined, {}, { tell_family: false, message: 'Sorry' }]) {
      const dropIn = await make.aDropIn(DAY)
      expect((await staff.delete(`${PATH}/${dropIn.id}`, {}, body)).status).toBe(200)
    }
    expect(await mails()).toEqual([])
    const dropIn = await make.aDropIn(DAY)
    const long = { tell_family: true, message: 'x'.repeat(1001) }
    expect((await staff.delete(`${PATH}/${dropIn.id}`, {}, long)).status).toBe(422)
    expect((await staff.delete(`${PATH}/${dropIn.id}`, {}, { tell_family: 'yes' })).status).toBe(422)
    expect(await countRows(db, 'submissions')).toBe(1)
  })

  it('tell nobody a second time of a request that they declined', async () => {
    const approval = { fee: 25, decided_at: '2026-11-16T12:00:00Z', message: null }
    const dropIn = await make.aDropIn(DAY, { status: 'declined', total_fee_cents: 0, approval })
    expect((await staff.delete(`${PATH}/${dropIn.id}`, {}, { tell_family: true })).status).toBe(200)
    expect(await mails()).toEqual([])
    const [log] = await storedRows(db, 'audit_log', sql`where row_id = ${dropIn.id}`)
    expect(log?.detail).toMatchObject({ tell_family: false })
  })

  it('tell a guest in the language of the request, with no link to what is gone', async () => {
    const dropIn = await make.aDropIn(DAY, { language: 'es', guest_parent_email: 'grace@example.com' })
    await staff.delete(`${PATH}/${dropIn.id}`, {}, { tell_family: true })
    expect(await mails()).toEqual([
      [
        'dropin-declined',
        'grace@example.com',
        'No se pudo aceptar su solicitud de día suelto para el miércoles, 18 de noviembre',
      ],
    ])
  })
})
