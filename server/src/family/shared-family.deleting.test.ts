import { describe, expect, it } from 'vitest'
import { givePassword } from '../../testing/auth'
import { invitationTo, joinInto } from '../../testing/family'
import { composeAllEvents } from '../../testing/mails'
import { PASSWORD, startWithFamilies } from '../../testing/shared-family'
import type { TestClient } from '../../testing/test-app'
import { recordAudit } from '../audit/audit.queries'
import { execute, maybeOne, rows, sql } from '../db/sql'

const { app, make, december, admin, staff, aSharedFamily } = await startWithFamilies()

describe('deleting an account', () => {
  const remove = (client: TestClient) => client.post('/api/own-data/delete-account', { password: PASSWORD })

  it('erases a member alone, whatever the family has booked', async () => {
    const { dana, kemi, register, first, second } = await aSharedFamily()
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
    const { dana, register, second } = await aSharedFamily()
    const { id } = (await register(second)).body.rows[0]
    await execute(app.services.db, sql`update outbox set state = 'sent' where submission_id = ${id}`)
    await second.patch(`/api/submissions/${id}`, { selected_days: [9, 10], agreed: true, version: 1 })
    expect((await remove(second)).status).toBe(200)
    await composeAllEvents(app.services)
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
    const { dana, kemi, register, second } = await aSharedFamily()
    const ake = await make.aParent({ full_name: kemi.full_name, email: `a${kemi.email}` })
    await joinInto(app, dana, ake)
    const { id } = (await register(await app.as(ake))).body.rows[0]
    const sendAll = () =>
      execute(app.services.db, sql`update outbox set state = 'sent' where submission_id = ${id}`)
    await second.patch(`/api/submissions/${id}`, { selected_days: [9, 10], agreed: true, version: 1 })
    expect((await second.post(`/api/submissions/${id}/cancel-request`, { text: 'Moving' })).status).toBe(200)
    await composeAllEvents(app.services)
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
    const { dana, kemi, register, first } = await aSharedFamily()
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
    await composeAllEvents(app.services)
    expect(await waiting()).toEqual([{ to_email: neighbour.email }, { to_email: dana.email }])
    // Sent before the account is deleted.
    await execute(app.services.db, sql`update outbox set state = 'sent'`)
    expect((await remove(await app.as(kemi))).status).toBe(200)
    expect(await waiting()).toEqual([{ to_email: dana.email }])
  })

  it.each([
    ['the email that they have', 'the family claimed', 'submission.claim'],
    ['an email that staff have changed since', 'staff linked to the family', 'submission.same-child'],
  ])(
    'erases them from what they sent as a guest with %s and %s, and from pick-ups',
    async (email, _, action) => {
      const { dana, kemi, register, second } = await aSharedFamily()
      const claim = async (guest_parent_email: string, guest_parent_name: string) => {
        const guest = { guest_parent_email, guest_parent_name, guest_parent_phone: '555-0999' }
        const { id } = await make.aGuestRegistration(december, guest)
        const { id: childId } = await make.aChild(dana)
        await execute(
          app.services.db,
          sql`update submissions set parent_id = ${dana.id}, child_id = ${childId},
            guest_account_id = (select id from accounts where email = guest_key(guest_parent_email)) where id = ${id}`,
        )
        const detail = { note: 'About the child' }
        await recordAudit(
          app.services.db,
          { services: app.services, viewer: { actorId: dana.id } },
          action,
          'submissions',
          id,
          detail,
        )
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
      for (const [n, name] of picked.entries()) {
        await execute(
          app.services.db,
          sql`insert into attendance_marks (submission_id, day, arrived_at, left_at, picked_up_by, version, updated_at)
          values (${id}, ${`2026-12-0${n + 1}`}, '2026-12-01T20:00:00Z', '2026-12-01T21:00:00Z', ${name}, 1, now())`,
        )
        const detail = { picked_up_by: name }
        await recordAudit(
          app.services.db,
          { services: app.services, viewer: 'system' },
          'mark.picked-up',
          'attendance_marks',
          id,
          detail,
        )
      }
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
      const log = await rows<{ by: string }>(
        app.services.db,
        sql`select detail ->> 'picked_up_by' as by from audit_log
          where row_id = ${id} and action = 'mark.picked-up' order by id`,
      )
      expect(log.map(({ by }) => by)).toEqual(['[erased]', ...picked.slice(1)])
    },
  )

  it.each(['sent', 'queued'])('erases the invitations that name them: %s', async (state) => {
    const { dana, first, second } = await aSharedFamily()
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
    const { kemi, second } = await aSharedFamily()
    const al = await make.aParent({ full_name: 'Al' })
    await second.delete('/api/family/membership')
    for (const email of [kemi.email, `x${kemi.email}`]) await invitationTo(app, await app.as(al), email)
    expect((await remove(second)).status).toBe(200)
    expect(
      await rows(app.services.db, sql`select email from family_invitations where parent_id = ${al.id}`),
    ).toEqual([{ email: `x${kemi.email}` }])
  })

  it('is refused to a first adult while others are in the family', async () => {
    const { dana, kemi, first } = await aSharedFamily()
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
