import { beforeEach, describe, expect, it } from 'vitest'
import { browserOf, givePassword, mailsTo } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { invitationTo, joinInto } from '../../testing/family'
import { type TestClient, testApp } from '../../testing/test-app'
import { recordAudit } from '../audit/audit.queries'
import { execute, maybeOne, rows, sql } from '../db/sql'
import { createGuestLink } from '../guest-links/guest-links.queries'

const PASSWORD = 'sunset over water'
const app = await testApp()
const make = buildersFor(app.services.db)
const december = await make.aMonth({ seats: 30 })
await make.aMonth({ month_name: 'November' })
const admin = await make.anAdmin()
const staff = await app.as(admin)

let dana: { id: string; email: string; full_name: string }
let kemi: { id: string; email: string; full_name: string }
let child: { id: string; parent_id: string; name: string }
let first: TestClient
let second: TestClient

beforeEach(async () => {
  app.setNow('2026-11-16T09:00:00-05:00')
  dana = await make.aParent({ full_name: 'Dana Okafor', phone: '555-0101' })
  kemi = await make.aParent({ full_name: 'Kemi Okafor', phone: '555-0202' })
  await givePassword(app, kemi, PASSWORD)
  await joinInto(app, dana, kemi)
  child = await make.aChild(dana, { name: 'Amara' })
  first = await app.as(dana)
  second = await app.as(kemi)
})

const register = (client: TestClient, days = [9]) =>
  client.post('/api/submissions', {
    month_id: december.id,
    child_ids: [child.id],
    selected_days: days,
    agreed: true,
  })

describe('somebody who joined', () => {
  it('sees what the first adult sees', async () => {
    const registration = await make.aRegistration(child, december, { selected_days: [9, 10] })
    await make.aPayment(dana, admin)
    for (const path of [
      '/api/children',
      '/api/submissions',
      '/api/submissions/registered',
      `/api/submissions/${registration.id}`,
      '/api/statement',
      '/api/today',
      '/api/seat-watches',
      '/api/guest-claims',
    ])
      expect((await second.get(path)).body, path).toEqual((await first.get(path)).body)
    const { profile, ...dashboard } = (await second.get('/api/dashboard')).body
    const { profile: theirs, ...expected } = (await first.get('/api/dashboard')).body
    expect(dashboard).toEqual(expected)
    expect([profile.id, theirs.id]).toEqual([kemi.id, dana.id])
  })

  it('may do the same: children, registrations, edits, absences, seat watches, drop-ins', async () => {
    const added = await second.post('/api/children', { name: 'Ife' })
    expect([added.status, added.body.parent_id]).toEqual([200, dana.id])
    const changed = await second.patch(`/api/children/${added.body.id}`, { name: 'Ifeoma', version: 1 })
    expect(changed.status).toBe(200)
    const registered = await register(second)
    expect([registered.status, registered.body.rows[0].parent_id]).toEqual([200, dana.id])
    const { id } = registered.body.rows[0]
    const edit = { selected_days: [9, 10], agreed: true, version: 1 }
    expect((await second.patch(`/api/submissions/${id}`, edit)).body.edit_history).toMatchObject([
      { adult: 'Kemi Okafor', days_added: [10] },
    ])
    expect((await second.post(`/api/submissions/${id}/cancel-request`, { text: 'Moving' })).status).toBe(200)
    const dropIn = { child_id: child.id, dropin_date: '2026-11-16', agreed: true }
    expect((await second.post('/api/drop-ins', dropIn)).body.parent_id).toBe(dana.id)
    const [today] = (await second.get('/api/today')).body.children
    expect((await second.post(`/api/submissions/${today.submission_id}/not-coming`)).status).toBe(200)
    expect((await second.delete(`/api/children/${added.body.id}`)).status).toBe(200)
  })

  it('keeps name, sessions, profile and calendar link to themselves', async () => {
    expect((await second.get('/api/profile')).body).toMatchObject({ id: kemi.id, phone: '555-0202' })
    await second.patch('/api/profile', { full_name: 'Kemi O.', phone: '555-0303', version: 1 })
    expect((await first.get('/api/profile')).body).toMatchObject({
      full_name: 'Dana Okafor',
      phone: '555-0101',
    })
    expect((await second.get('/api/sessions')).body.total).toBe(1)
    const { url } = (await second.post('/api/calendar-feed', {})).body
    expect((await first.get('/api/calendar-feed')).body.is_on).toBe(false)
    await make.aRegistration(child, december, { selected_days: [9] })
    const feed = async () => (await app.visitor.get(new URL(url).pathname)).body
    expect(await feed()).toContain('Amara')
    expect((await second.get('/api/auth/session')).body.family_id).toBe(dana.id)
    await second.delete('/api/family/membership')
    expect(await feed()).not.toContain('Amara')
    expect((await second.get('/api/auth/session')).body.family_id).toBe(kemi.id)
  })

  it("never sees the other's phone number", async () => {
    await make.aDropIn('2026-11-16', {
      parent_id: dana.id,
      child_id: child.id,
      guest_parent_phone: '555-0101',
    })
    for (const path of ['/api/submissions', '/api/dashboard', '/api/family', '/api/statement', '/api/today'])
      expect(JSON.stringify((await second.get(path)).body), path).not.toContain('555-0101')
    const file = JSON.stringify((await second.get('/api/own-data')).body)
    expect(file).not.toContain('555-0101')
    expect(file).toContain('555-0202')
  })

  it('is offered what any adult sent as a guest with a confirmed address', async () => {
    await make.aGuestRegistration(december, { guest_parent_email: kemi.email, guest_child_name: 'Amara' })
    await make.aGuestRegistration(december, { guest_parent_email: `x${kemi.email}` })
    const [claim, ...more] = (await first.get('/api/guest-claims')).body.rows
    expect(more).toEqual([])
    expect((await first.get('/api/dashboard')).body.guest_claims).toEqual([claim])
    expect((await second.get('/api/dashboard')).body.guest_claims).toEqual([claim])
    await execute(
      app.services.db,
      sql`update accounts set email_set_by_staff_at = now() where id = ${kemi.id}`,
    )
    expect((await first.get('/api/guest-claims')).body.rows).toEqual([])
    expect((await first.get('/api/dashboard')).body.guest_claims).toEqual([])
    await execute(
      app.services.db,
      sql`update accounts set email_set_by_staff_at = null where id = ${kemi.id}`,
    )
    const claimed = await first.post(`/api/guest-claims/${claim.id}`, { child_id: child.id })
    expect([claimed.status, claimed.body.parent_id]).toEqual([200, dana.id])
  })
})

describe('in a family of one', () => {
  it('the edit history names nobody', async () => {
    await second.delete('/api/family/membership')
    const { id } = (await register(first)).body.rows[0]
    const edit = { selected_days: [10], agreed: true, version: 1 }
    const [entry] = (await first.patch(`/api/submissions/${id}`, edit)).body.edit_history
    expect(entry).not.toHaveProperty('adult')
  })
})

describe('leaving', () => {
  const OWN_PATHS = ['/api/children', '/api/submissions', '/api/submissions/registered', '/api/seat-watches']

  async function expectEmpty(client: TestClient, registrationId: string) {
    for (const path of OWN_PATHS) expect((await client.get(path)).body.rows, path).toEqual([])
    const dashboard = (await client.get('/api/dashboard')).body
    expect([dashboard.children.total, dashboard.submissions.total, dashboard.guest_claims]).toEqual([
      0,
      0,
      [],
    ])
    expect((await client.get(`/api/submissions/${registrationId}`)).status).toBe(404)
    expect((await client.patch(`/api/children/${child.id}`, { name: 'X', version: 1 })).status).toBe(404)
    expect((await register(client)).status).toBe(404)
    expect((await client.get('/api/family')).body.adults).toHaveLength(1)
    const { children, submissions, payments, other_adults } = (await client.get('/api/own-data')).body
    expect([children, submissions, payments, other_adults]).toEqual([[], [], [], undefined])
  }

  it('makes the account an ordinary empty one at once; what they did stays', async () => {
    const { id } = (await register(second)).body.rows[0]
    expect((await second.delete('/api/family/membership')).body).toEqual({ ok: true })
    await expectEmpty(second, id)
    expect((await first.get(`/api/submissions/${id}`)).status).toBe(200)
    // And may have a family of its own.
    expect((await second.post('/api/children', { name: 'Own' })).body.parent_id).toBe(kemi.id)
  })

  it('also ends what a repeated request would return', async () => {
    const headers = { 'idempotency-key': `repeat-${kemi.id}` }
    const body = { month_id: december.id, child_ids: [child.id], selected_days: [9], agreed: true }
    expect((await second.post('/api/submissions', body, headers)).status).toBe(200)
    expect((await second.post('/api/submissions', body, headers)).status).toBe(200)
    await first.delete(`/api/family/adults/${kemi.id}`)
    expect((await second.post('/api/submissions', body, headers)).status).toBe(404)
  })

  it('is also up to the first adult, and to staff, but to no other adult', async () => {
    const al = await make.aParent({ full_name: 'Al' })
    await joinInto(app, dana, al)
    const { id } = (await register(second)).body.rows[0]
    const refused = await (await app.as(al)).delete(`/api/family/adults/${kemi.id}`)
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'Only Dana Okafor can remove other adults from this family.',
    ])
    expect((await first.delete(`/api/family/adults/${kemi.id}`)).body.adults).toHaveLength(2)
    await expectEmpty(second, id)
    expect((await first.delete(`/api/family/adults/${kemi.id}`)).status).toBe(404)
    expect((await first.delete(`/api/family/adults/${dana.id}`)).status).toBe(404)
    const { body } = await staff.delete(`/api/admin/parents/${dana.id}/adults/${al.id}`)
    expect(body.adults).toEqual([])
    expect((await staff.delete(`/api/admin/parents/${dana.id}/adults/${al.id}`)).status).toBe(404)
    expect((await (await app.as(al)).get('/api/children')).body.rows).toEqual([])
  })

  it('is impossible for the first adult', async () => {
    const { status, body } = await first.delete('/api/family/membership')
    expect([status, body.error.code]).toEqual([409, 'first-adult-stays'])
  })

  it('drops the mails about the family that still wait', async () => {
    const { id } = (await register(second)).body.rows[0]
    await first.patch(`/api/submissions/${id}`, { selected_days: [10], agreed: true, version: 1 })
    const templates = async (email: string) =>
      (await mailsTo(app, email)).map(({ template }) => template).sort()
    await first.delete(`/api/family/adults/${kemi.id}`)
    expect(await templates(kemi.email)).toEqual(['monthly-parent'])
    expect(await templates(dana.email)).toEqual(['monthly-parent', 'registration-changed'])
  })

  it.each(['remove', 'leave', 'delete the account', 'remove after another email'])(
    'ends the private links of what they had sent as a guest and the family claimed: %s',
    async (way) => {
      const claim = async (guest_parent_email: string) => {
        const { id } = await make.aGuestRegistration(december, { guest_parent_email, selected_days: [9] })
        const secret = await createGuestLink(app.services.db, id, app.services.clock.now())
        const body = { child: { name: `Child of ${guest_parent_email}` } }
        expect((await first.post(`/api/guest-claims/${id}`, body)).status).toBe(200)
        return { id, secret }
      }
      const [theirs, own] = [await claim(` ${kemi.email.toUpperCase()}`), await claim(dana.email)]
      const follow = ({ secret }: { secret: string | null }, action = '') =>
        app.visitor.post(`/api/guest-registration${action}`, { secret, ...(action && { text: 'Cancel' }) })
      expect((await follow(theirs)).status).toBe(200)
      if (way === 'remove after another email')
        await staff.patch(`/api/admin/parents/${kemi.id}`, { email: `new.${kemi.email}`, version: 1 })
      if (way.startsWith('remove')) await first.delete(`/api/family/adults/${kemi.id}`)
      else if (way === 'leave') await second.delete('/api/family/membership')
      else await second.post('/api/own-data/delete-account', { password: PASSWORD })
      expect([(await follow(theirs)).status, (await follow(own)).status]).toEqual([404, 200])
      expect((await follow(theirs, '/cancel-request')).status).toBe(404)
      // A mail about it that is sent only now has none either.
      const now = app.services.clock.now()
      expect(await createGuestLink(app.services.db, theirs.id, now)).toBeNull()
      expect(await createGuestLink(app.services.db, own.id, now)).not.toBeNull()
    },
  )

  it('ends the invitations they had sent, and is recorded', async () => {
    await invitationTo(app, second, `al.${kemi.id}@example.com`)
    await invitationTo(app, first, `bo.${dana.id}@example.com`)
    await first.delete(`/api/family/adults/${kemi.id}`)
    expect(
      await rows(
        app.services.db,
        sql`select invited_by, ended_at is null as open from family_invitations where parent_id = ${dana.id} order by open`,
      ),
    ).toEqual([
      { invited_by: kemi.id, open: false },
      { invited_by: dana.id, open: true },
    ])
    expect(
      await rows(
        app.services.db,
        sql`select actor_id, table_name, detail from audit_log
          where action = 'family.remove-adult' and row_id = ${kemi.id}`,
      ),
    ).toEqual([{ actor_id: dana.id, table_name: 'profiles', detail: { parent_id: dana.id } }])
  })

  it('leaves the seats they waited for to the first adult', async () => {
    await execute(
      app.services.db,
      sql`insert into seat_watches (parent_id, month_id, day, created_at, asked_by)
        values (${dana.id}, ${december.id}, 11, now(), ${kemi.id})`,
    )
    await first.delete(`/api/family/adults/${kemi.id}`)
    expect(
      await rows(app.services.db, sql`select asked_by from seat_watches where parent_id = ${dana.id}`),
    ).toEqual([{ asked_by: null }])
  })
})

describe('suspending', () => {
  const suspend = async (id: string, status = 'suspended') => {
    const { version } = (await staff.get(`/api/admin/parents/${id}`)).body
    expect((await staff.patch(`/api/admin/parents/${id}`, { status, version })).status).toBe(200)
  }

  it('the first adult closes the family for all', async () => {
    await suspend(dana.id)
    expect((await second.get('/api/children')).status).toBe(401)
    const refused = await browserOf(app).signIn(kemi.email, PASSWORD)
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'This account is suspended. Please contact the aftercare office.',
    ])
    await suspend(dana.id, 'active')
    // Sessions from before stay ended.
    expect((await second.get('/api/children')).status).toBe(401)
    expect((await browserOf(app).signIn(kemi.email, PASSWORD)).status).toBe(200)
  })

  it('the first adult is refused while another adult is an admin', async () => {
    const granted = await staff.post('/api/admin/admins', { full_name: 'Kemi Okafor', email: kemi.email })
    expect(granted.status).toBe(200)
    const member = await app.as(kemi)
    const { version } = (await staff.get(`/api/admin/parents/${dana.id}`)).body
    for (const client of [staff, member]) {
      const { status, body } = await client.patch(`/api/admin/parents/${dana.id}`, {
        status: 'suspended',
        version,
      })
      expect([status, body.error.message]).toEqual([
        409,
        'This would also suspend Kemi Okafor, an adult of this family and an admin. Remove the admin first.',
      ])
    }
    expect((await member.get('/api/admin/parents')).status).toBe(200)
    expect((await staff.delete(`/api/admin/admins/${kemi.id}`)).status).toBe(200)
    await suspend(dana.id)
  })

  it('a member closes their account alone', async () => {
    await suspend(kemi.id)
    expect((await second.get('/api/children')).status).toBe(401)
    expect((await first.get('/api/children')).status).toBe(200)
    expect((await browserOf(app).signIn(kemi.email, PASSWORD)).status).toBe(403)
  })
})

describe('deleting an account', () => {
  const remove = (client: TestClient) => client.post('/api/own-data/delete-account', { password: PASSWORD })

  it('erases a member alone, whatever the family has booked', async () => {
    const { id } = (await register(second)).body.rows[0]
    await second.patch(`/api/submissions/${id}`, { selected_days: [9, 10], agreed: true, version: 1 })
    const token = await invitationTo(app, second, 'al@deleted.example.com')
    expect((await remove(second)).status).toBe(200)
    expect((await second.get('/api/children')).status).toBe(401)
    expect((await first.get('/api/children')).body.total).toBe(1)
    expect((await first.get(`/api/submissions/${id}`)).body.edit_history).toMatchObject([
      { adult: 'Deleted account' },
    ])
    expect((await first.get('/api/family')).body).toMatchObject({
      adults: [{ id: dana.id }],
      invitations: [],
    })
    expect((await app.visitor.post('/api/join/preview', { token })).status).toBe(404)
    expect(await maybeOne(app.services.db, sql`select from profiles where id = ${kemi.id}`)).toBeNull()
  })

  it('erases their name from mails to others that were sent, and keeps those that wait', async () => {
    const { id } = (await register(second)).body.rows[0]
    await execute(app.services.db, sql`update outbox set state = 'sent' where submission_id = ${id}`)
    await second.patch(`/api/submissions/${id}`, { selected_days: [9, 10], agreed: true, version: 1 })
    expect((await remove(second)).status).toBe(200)
    const left = await rows<{ template: string; to_email: string }>(
      app.services.db,
      sql`select template, to_email from outbox where submission_id = ${id} order by template, to_email`,
    )
    expect(left).toEqual([
      { template: 'registration-changed', to_email: admin.email },
      { template: 'registration-changed', to_email: dana.email },
      { template: 'registration-changed-admin', to_email: admin.email },
    ])
  })

  it('erases their request to cancel from sent mails, and what staff sent again, but nothing of a namesake', async () => {
    const ake = await make.aParent({ full_name: kemi.full_name, email: `a${kemi.email}` })
    await joinInto(app, dana, ake)
    const { id } = (await register(await app.as(ake))).body.rows[0]
    const sendAll = () =>
      execute(app.services.db, sql`update outbox set state = 'sent' where submission_id = ${id}`)
    await second.patch(`/api/submissions/${id}`, { selected_days: [9, 10], agreed: true, version: 1 })
    expect((await second.post(`/api/submissions/${id}/cancel-request`, { text: 'Moving' })).status).toBe(200)
    await sendAll()
    const mails = () =>
      rows<{ id: string; text: string }>(
        app.services.db,
        sql`select id, text from outbox where submission_id = ${id} and to_email = ${admin.email}`,
      )
    for (const mail of await mails())
      expect((await staff.post(`/api/admin/mail/${mail.id}/send-again`)).status).toBe(200)
    await sendAll()
    const ofKemi = new RegExp(`(?<!a)${kemi.email}`)
    const named = async (pattern: RegExp) => (await mails()).filter(({ text }) => pattern.test(text)).length
    // Two mails about the edit, one about the request, and once again.
    expect([await named(ofKemi), await named(new RegExp(ake.email))]).toEqual([6, 4])
    expect((await remove(second)).status).toBe(200)
    expect([await named(ofKemi), await named(new RegExp(ake.email))]).toEqual([0, 4])
  })

  it('erases a mail that waited while staff gave them an email that had been another family’s', async () => {
    const neighbour = await make.aParent()
    await execute(
      app.services.db,
      sql`update accounts set created_at = '2026-11-01T09:00:00-05:00' where id = ${neighbour.id}`,
    )
    const { id } = (await register(first)).body.rows[0]
    await first.patch(`/api/submissions/${id}`, { selected_days: [9, 10], agreed: true, version: 1 })
    const change = (parent: { id: string }, email: string) =>
      staff.patch(`/api/admin/parents/${parent.id}`, { email, version: 1 })
    expect((await change(neighbour, `new.${neighbour.email}`)).status).toBe(200)
    expect((await change(kemi, neighbour.email)).status).toBe(200)
    const waiting = () =>
      rows<{ to_email: string }>(
        app.services.db,
        sql`select to_email from outbox where submission_id = ${id} and template = 'registration-changed'
          and to_email <> ${admin.email} order by to_email = ${dana.email}`,
      )
    expect(await waiting()).toEqual([{ to_email: neighbour.email }, { to_email: dana.email }])
    // Sent before the account is deleted.
    await execute(app.services.db, sql`update outbox set state = 'sent', send_after = null`)
    expect((await remove(await app.as(kemi))).status).toBe(200)
    expect(await waiting()).toEqual([{ to_email: dana.email }])
  })

  it.each(['the email that they have', 'an email that staff have changed since'])(
    'erases them from what they sent as a guest with %s and the family claimed, and from pick-ups',
    async (email) => {
      const claim = async (guest_parent_email: string, guest_parent_name: string) => {
        const guest = { guest_parent_email, guest_parent_name, guest_parent_phone: '555-0999' }
        const { id } = await make.aGuestRegistration(december, guest)
        const { id: childId } = await make.aChild(dana)
        await execute(
          app.services.db,
          sql`update submissions set parent_id = ${dana.id}, child_id = ${childId} where id = ${id}`,
        )
        const detail = { note: 'About the child' }
        const claimed = { action: 'submission.claim', table: 'submissions', rowId: id, detail }
        await recordAudit(app.services.db, app.services.clock, { actorId: dana.id }, claimed)
        for (const email of [dana.email, admin.email])
          await execute(
            app.services.db,
            sql`insert into outbox (template, to_email, subject, text, message_id, submission_id, state)
            values ('monthly-admin', ${email}, 'Registered', ${guest_parent_name}, ${`${id} ${email}`}, ${id}, 'sent')`,
          )
        return id
      }
      const theirs = await claim(`${kemi.email} `, 'Kemi Okafor')
      const others = [
        await claim(`x${kemi.email}`, 'Kemi Okafor'),
        await claim(`${kemi.email}.uk`, 'Kemi'),
        await claim(dana.email, 'Dana Okafor'),
      ]
      const picked = ['Kemi Okafor', 'Kemi', 'Kemi Okafor-Bell', 'Dana Okafor']
      const { id } = (await register(second)).body.rows[0]
      for (const [n, name] of picked.entries())
        await execute(
          app.services.db,
          sql`insert into attendance_marks (submission_id, day, arrived_at, left_at, picked_up_by, version, updated_at)
          values (${id}, ${`2026-12-0${n + 1}`}, '2026-12-01T20:00:00Z', '2026-12-01T21:00:00Z', ${name}, 1, now())`,
        )
      const guests = (ids: string[]) =>
        rows<{ guest_parent_name: string | null }>(
          app.services.db,
          sql`select guest_parent_name, guest_parent_email, guest_parent_phone from submissions
          where id = any(${ids}::uuid[]) order by id`,
        )
      const before = await guests(others)
      const report = {
        intro: [],
        closing: [],
        table: {
          columns: [],
          rows: [
            ['Amara', '2', 'Kemi Okafor', `${kemi.email} `, 'Nuts'],
            ['Amara', '2', 'Dana Okafor', dana.email, 'Nuts'],
            ['Tobi', '1', 'Kemi Okafor', `x${kemi.email}`, ''],
          ],
          submissionIds: [theirs, theirs, others[0]],
        },
      }
      await execute(
        app.services.db,
        sql`insert into outbox (template, to_email, subject, text, content, message_id, state)
        values ('daily-report', ${admin.email}, 'Report', 'Kemi Okafor', ${JSON.stringify(report)}::jsonb,
          ${`report ${theirs}`}, 'sent')`,
      )
      if (email === 'an email that staff have changed since') {
        const changes = { email: `new.${kemi.email}`, version: 1 }
        expect((await staff.patch(`/api/admin/parents/${kemi.id}`, changes)).status).toBe(200)
      }
      expect((await remove(await app.as(kemi))).status).toBe(200)
      const stored = await maybeOne<{ content: typeof report; text: string }>(
        app.services.db,
        sql`select content, text from outbox where message_id = ${`report ${theirs}`}`,
      )
      expect(stored?.content.table.rows).toEqual([
        ['Amara', '2', 'Deleted account', '', 'Nuts'],
        ...report.table.rows.slice(1),
      ])
      expect(stored?.text).not.toMatch(new RegExp(`(?<!x)${kemi.email}`))
      // The log of what the family keeps, and its child.
      expect(await rows(app.services.db, sql`select detail from audit_log where row_id = ${theirs}`)).toEqual(
        [{ detail: { note: 'About the child' } }],
      )
      expect(await guests([theirs])).toEqual([
        { guest_parent_name: null, guest_parent_email: null, guest_parent_phone: null },
      ])
      expect(await guests(others)).toEqual(before)
      const mails = (id: string) =>
        rows(app.services.db, sql`select to_email from outbox where submission_id = ${id}`)
      expect(await mails(theirs)).toEqual([{ to_email: dana.email }])
      for (const other of others) expect(await mails(other)).toHaveLength(2)
      const marks = await rows<{ picked_up_by: string | null }>(
        app.services.db,
        sql`select picked_up_by from attendance_marks where submission_id = ${id} order by day`,
      )
      expect(marks.map(({ picked_up_by }) => picked_up_by)).toEqual([null, ...picked.slice(1)])
    },
  )

  it.each(['sent', 'queued'])('erases the invitations that name them: %s', async (state) => {
    for (const [inviter, email] of [
      [first, `${state}-of-dana@example.com`],
      [second, `${state}-of-kemi@example.com`],
    ] as const)
      await invitationTo(app, inviter, email)
    // As after sending, and after the invitation's own time.
    const body = state === 'sent' ? sql`text = '', content = null` : sql`text = text`
    await execute(
      app.services.db,
      sql`update outbox set state = ${state}, ${body} where to_email like ${`${state}-of-%`}`,
    )
    await execute(app.services.db, sql`delete from family_invitations where parent_id = ${dana.id}`)
    expect((await remove(second)).status).toBe(200)
    expect(
      await rows(app.services.db, sql`select subject from outbox where to_email like ${`${state}-of-%`}`),
    ).toEqual([{ subject: expect.stringContaining('Dana Okafor') }])
  })

  it('erases the invitations to their address, and to no other', async () => {
    const al = await make.aParent({ full_name: 'Al' })
    await second.delete('/api/family/membership')
    for (const email of [kemi.email, `x${kemi.email}`]) await invitationTo(app, await app.as(al), email)
    expect((await remove(second)).status).toBe(200)
    expect(
      await rows(app.services.db, sql`select email from family_invitations where parent_id = ${al.id}`),
    ).toEqual([{ email: `x${kemi.email}` }])
  })

  it('is refused to a first adult while others are in the family', async () => {
    await givePassword(app, dana, PASSWORD)
    const refused = await remove(first)
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'Other adults share this family. Remove them first.',
    ])
    await first.delete(`/api/family/adults/${kemi.id}`)
    const token = await invitationTo(app, first, 'al@first.example.com')
    expect((await remove(first)).status).toBe(200)
    expect((await app.visitor.post('/api/join/preview', { token })).status).toBe(404)
  })
})

describe('the data export', () => {
  it("has the family's records for each adult, and of the others only name and email", async () => {
    await make.aRegistration(child, december)
    await make.aPayment(dana, admin, { notes: 'Cash' })
    await first.post('/api/calendar-feed', {})
    const file = (await second.get('/api/own-data')).body
    expect(file.children).toMatchObject([{ name: 'Amara' }])
    expect([file.submissions.length, file.payments.length]).toEqual([1, 1])
    expect(file.other_adults).toEqual([{ name: 'Dana Okafor', email: dana.email }])
    expect([file.account, file.profile]).toMatchObject([[{ id: kemi.id }], [{ id: kemi.id }]])
    expect([file.calendar_feed, file.signed_in.length]).toEqual([[], 1])
    expect(file.shared_family).toMatchObject([{ joined_at: expect.any(String) }])
    expect((await first.get('/api/own-data')).body.other_adults).toEqual([
      { name: 'Kemi Okafor', email: kemi.email },
    ])
  })
})

describe('the data export of a family', () => {
  it("has nobody else's phone number, also not of somebody who left", async () => {
    const claim = async (guest_parent_email: string, guest_parent_phone: string) => {
      const { id } = await make.aGuestRegistration(december, { guest_parent_email, guest_parent_phone })
      const body = { child: { name: `Child of ${guest_parent_email}` } }
      expect((await first.post(`/api/guest-claims/${id}`, body)).status).toBe(200)
    }
    await claim(kemi.email, '555-0999')
    await claim(dana.email, '555-0888')
    const phones = async (client: TestClient) =>
      (await client.get('/api/own-data')).body.submissions
        .map(({ guest_parent_phone }: { guest_parent_phone: string | null }) => guest_parent_phone)
        .sort()
    expect(await phones(first)).toEqual(['555-0888', null])
    expect(await phones(second)).toEqual(['555-0999', null])
    await first.delete(`/api/family/adults/${kemi.id}`)
    expect(await phones(first)).toEqual(['555-0888', null])
  })
})

describe('mails', () => {
  it('go to the sender, and to each other adult with the name before the greeting', async () => {
    const al = await make.aParent({ full_name: 'Al Okafor' })
    await joinInto(app, dana, al)
    await register(second)
    const [own] = await mailsTo(app, kemi.email)
    expect(own?.text).not.toContain('Sent by')
    for (const { email } of [dana, al]) {
      const [copy, ...more] = await mailsTo(app, email)
      expect(more).toEqual([])
      expect([copy?.template, copy?.subject]).toEqual([own?.template, own?.subject])
      const lines = (copy?.text ?? '').split('\n').filter((line) => line.trim() !== '')
      const at = lines.indexOf('Sent by Kemi Okafor.')
      expect(at).toBeGreaterThanOrEqual(0)
      // Otherwise the same mail.
      expect(lines.toSpliced(at, 1)).toEqual(
        (own?.text ?? '').split('\n').filter((line) => line.trim() !== ''),
      )
    }
  })

  it('of a drop-in and an edit too; a suspended adult gets none', async () => {
    const al = await make.aParent({ full_name: 'Al Okafor', status: 'suspended' })
    await joinInto(app, dana, al)
    await first.post('/api/drop-ins', { child_id: child.id, dropin_date: '2026-11-16', agreed: true })
    const { id } = (await register(second)).body.rows[0]
    await first.patch(`/api/submissions/${id}`, { selected_days: [10], agreed: true, version: 1 })
    await second.patch(`/api/submissions/${id}`, { selected_days: [11], agreed: true, version: 2 })
    const sent = async (email: string) =>
      (await mailsTo(app, email))
        .map(({ template, text }) => [template, /Sent by .*\./.exec(text)?.[0]])
        .sort()
    expect(await sent(dana.email)).toEqual([
      ['dropin-parent', undefined],
      ['monthly-parent', 'Sent by Kemi Okafor.'],
      // Edits within ten minutes are one mail, from whoever edited last.
      ['registration-changed', 'Sent by Kemi Okafor.'],
    ])
    expect(await sent(kemi.email)).toEqual([
      ['dropin-parent', 'Sent by Dana Okafor.'],
      ['monthly-parent', undefined],
      ['registration-changed', undefined],
    ])
    expect(await sent(al.email)).toEqual([])
  })

  it('about what staff did greet each adult', async () => {
    const { id } = (await register(second)).body.rows[0]
    await staff.post(`/api/admin/submissions/${id}/cancel`, { reason: 'Moved', fee: 'none', version: 1 })
    for (const { email, full_name } of [dana, kemi]) {
      const mail = (await mailsTo(app, email)).find(({ template }) => template === 'registration-cancelled')
      expect(mail?.text).toContain(`Hello ${full_name},`)
      expect(mail?.text).not.toContain('Sent by')
    }
  })

  it('about a child that staff corrected reach every adult', async () => {
    const change = { name: 'Amara', allergies: 'Peanuts', version: 1 }
    expect((await staff.patch(`/api/admin/children/${child.id}`, change)).status).toBe(200)
    for (const { email, full_name } of [dana, kemi]) {
      const mail = (await mailsTo(app, email)).find(({ template }) => template === 'child-changed')
      expect(mail?.text).toContain(`Hello ${full_name},`)
    }
  })

  it('about a child reach only the first adult while the family is suspended', async () => {
    await execute(app.services.db, sql`update profiles set status = 'suspended' where id = ${dana.id}`)
    const change = { name: 'Amara', allergies: 'Peanuts', version: 1 }
    expect((await staff.patch(`/api/admin/children/${child.id}`, change)).status).toBe(200)
    const templates = async (email: string) => (await mailsTo(app, email)).map(({ template }) => template)
    expect(await templates(dana.email)).toEqual(['child-changed'])
    expect(await templates(kemi.email)).toEqual([])
  })

  it('to the families of a day reach every adult once per address', async () => {
    await register(second, [14])
    await make.aGuestRegistration(december, { guest_parent_email: kemi.email, selected_days: [14] })
    const message = { date: '2026-12-14', subject: 'Shoes', text: 'Bring shoes.', cancelled: false }
    const { status, body } = await staff.post('/api/admin/family-messages', message)
    expect([status, body.families]).toEqual([200, 2])
    for (const { email } of [dana, kemi])
      expect(
        (await mailsTo(app, email)).filter(({ template }) => template === 'family-message'),
      ).toHaveLength(1)
  })
})

describe('staff', () => {
  it('see every adult, and whose family a member is', async () => {
    const { body } = await staff.get(`/api/admin/parents?search=${kemi.email}`)
    expect(body.rows).toMatchObject([
      { id: kemi.id, family_of: { id: dana.id, name: 'Dana Okafor' }, outstanding: 0, submissions: 0 },
    ])
    const detail = (await staff.get(`/api/admin/parents/${kemi.id}`)).body
    expect(detail).toMatchObject({ family_of: { id: dana.id }, adults: [], totals: { balance: 0 } })
    expect((await staff.get(`/api/admin/parents/${dana.id}`)).body).toMatchObject({
      family_of: null,
      adults: [{ id: kemi.id, name: 'Kemi Okafor', email: kemi.email, phone: '555-0202' }],
    })
  })

  it('record payments for the first adult only', async () => {
    const payment = { parent_id: kemi.id, amount: '20', payment_date: '2026-11-16' }
    const { status, body } = await staff.post('/api/admin/payments', payment)
    expect([status, body.error.message]).toEqual([
      409,
      'Payments are recorded for Dana Okafor, the first adult of this family.',
    ])
  })

  it('have the phone numbers of all adults on the board, the report, its file and the late list', async () => {
    const { id } = (await register(second, [15])).body.rows[0]
    const adults = [
      { name: 'Dana Okafor', phone: '555-0101' },
      { name: 'Kemi Okafor', phone: '555-0202' },
    ]
    const date = '2026-12-15'
    const [card] = (await staff.get(`/api/admin/board?date=${date}`)).body.cards
    expect(card).toMatchObject({ submission_id: id, phone: '555-0101', adults })
    const [row] = (await staff.get(`/api/admin/attendance?date=${date}`)).body.rows
    expect(row).toMatchObject({ phone: '555-0101, 555-0202', adults })
    expect((await staff.get(`/api/admin/attendance/export?date=${date}`)).body).toContain(
      '"555-0101, 555-0202"',
    )
    await execute(
      app.services.db,
      sql`insert into attendance_marks (submission_id, day, arrived_at, left_at, picked_up_by, late_minutes, pickup_time, version, updated_at)
        values (${id}, ${date}, '2026-12-15T20:00:00Z', '2026-12-15T23:00:00Z', 'Kemi', 30, '17:30', 1, now())`,
    )
    const late = (await staff.get('/api/admin/board/late')).body.rows
    expect(late.find((each: { submission_id: string }) => each.submission_id === id)).toMatchObject({
      adults,
    })
  })

  it('read in the activity log which adult acted', async () => {
    await register(second, [16])
    const { body } = await staff.get(`/api/admin/activity?person=${kemi.email}`)
    expect(JSON.stringify(body)).toContain('Kemi Okafor registered Amara')
  })
})
