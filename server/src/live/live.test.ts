import { describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { joinInto } from '../../testing/family'
import { type LiveEvent, listenerFor } from '../../testing/live'
import { testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import { insertInto } from '../db/write'

const app = await testApp()
const listen = listenerFor(app)
const build = buildersFor(app.services.db)

describe('live changes', () => {
  it('send public site content to everybody, but not email templates to visitors', async () => {
    const stream = await listen(app.visitor)
    expect((await stream.next())?.event).toBe('hello')
    await execute(
      app.services.db,
      sql`update site_content set title = 'Templates' where section_name = 'email_templates'`,
    )
    await execute(
      app.services.db,
      sql`update site_content set title = 'About us' where section_name = 'about_aftercare'`,
    )
    const change = await stream.next()
    expect(change).toMatchObject({
      event: 'site_content',
      data: { type: 'UPDATE', section_name: 'about_aftercare', row: { title: 'About us' } },
    })
    await stream.stop()
  })

  it('of settings reach whoever is shown them', async () => {
    const streams = [
      await listen(app.visitor),
      await listen(await app.as(await build.aParent())),
      await listen(await app.as(await build.anAdmin())),
    ]
    for (const stream of streams) await stream.next()
    for (const key of ['default_prices', 'drop_in_prices', 'pickup_times', 'statement_details', 'program'])
      await execute(
        app.services.db,
        sql`insert into settings (key, value, updated_at) values (${key}, '{}', now())`,
      )
    const received = []
    for (const stream of streams) {
      const topics: (string | undefined)[] = []
      do topics.push((await stream.next())?.event)
      while (topics.at(-1) !== 'program')
      received.push(topics)
      await stream.stop()
    }
    expect(received).toEqual([
      ['drop_in_prices', 'pickup_times', 'program'],
      ['drop_in_prices', 'pickup_times', 'statement_details', 'program'],
      ['settings', 'drop_in_prices', 'pickup_times', 'statement_details', 'program'],
    ])
    await execute(app.services.db, sql`delete from settings`)
  })

  it('of accounts, staff mail and messages to families reach staff, and adults for their own family', async () => {
    const [parent, member, stranger, admin] = [
      await build.aParent(),
      await build.aParent(),
      await build.aParent(),
      await build.anAdmin(),
    ]
    await joinInto(app, parent, member)
    const streams = []
    for (const person of [parent, stranger, admin]) streams.push(await listen(await app.as(person)))
    for (const stream of streams) await stream.next()
    const { db } = app.services
    await execute(db, sql`update accounts set email_verified_at = now() where id = ${member.id}`)
    await execute(db, sql`insert into admin_email_preferences (user_id) values (${admin.id})`)
    await execute(db, sql`delete from family_messages`)
    for (const person of [parent, stranger]) await build.aChild(person)
    const received = []
    for (const stream of streams) {
      const topics: (string | undefined)[] = []
      do topics.push((await stream.next())?.event)
      while (topics.at(-1) !== 'children')
      received.push(topics)
      await stream.stop()
    }
    expect(received).toEqual([
      ['accounts', 'children'],
      ['children'],
      ['accounts', 'admin_email_preferences', 'family_messages', 'children'],
    ])
  })

  it('reach parents for their own rows only, and staff for all', async () => {
    const [parent, other] = [await build.aParent(), await build.aParent()]
    const [own, staff] = [
      await listen(await app.as(parent)),
      await listen(await app.as(await build.anAdmin())),
    ]
    await own.next()
    await staff.next()
    await build.aChild(other)
    await build.aChild(parent)
    expect(await own.next()).toMatchObject({ event: 'children', data: { parent_id: parent.id } })
    expect(await staff.next()).toMatchObject({ event: 'children', data: { parent_id: other.id } })
    await Promise.all([own.stop(), staff.stop()])
  })

  it('reach every adult of a family, and nobody who has left it', async () => {
    const [first, member, stranger] = [await build.aParent(), await build.aParent(), await build.aParent()]
    await joinInto(app, first, member)
    const [own, outside] = [await listen(await app.as(member)), await listen(await app.as(stranger))]
    await own.next()
    await outside.next()
    await build.aChild(first)
    expect(await own.next()).toMatchObject({ event: 'children', data: { parent_id: first.id } })
    const removed = await (await app.as(first)).delete(`/api/family/adults/${member.id}`)
    expect(removed.status).toBe(200)
    expect(await own.next()).toMatchObject({
      event: 'family_members',
      data: { type: 'DELETE', member_id: member.id, parent_id: first.id },
    })
    await build.aChild(first)
    await build.aChild(member)
    expect(await own.next()).toMatchObject({ event: 'children', data: { parent_id: member.id } })
    await build.aChild(stranger)
    expect(await outside.next()).toMatchObject({ event: 'children', data: { parent_id: stranger.id } })
    await Promise.all([own.stop(), outside.stop()])
  })

  it('reach the other adults when one of them has a new name, and nobody else', async () => {
    const [first, member, other, stranger] = [
      await build.aParent(),
      await build.aParent(),
      await build.aParent(),
      await build.aParent(),
    ]
    await joinInto(app, first, member)
    await joinInto(app, first, other)
    const [own, third, outside] = [
      await listen(await app.as(first)),
      await listen(await app.as(other)),
      await listen(await app.as(stranger)),
    ]
    for (const stream of [own, third, outside]) await stream.next()
    for (const { id } of [member, stranger])
      await execute(app.services.db, sql`update profiles set full_name = 'New Name' where id = ${id}`)
    for (const [stream, id] of [
      [own, member.id],
      [third, member.id],
      [outside, stranger.id],
    ] as const)
      expect(await stream.next()).toMatchObject({ event: 'profiles', data: { type: 'UPDATE', id } })
    await build.aChild(first)
    for (const stream of [own, third])
      expect(await stream.next()).toMatchObject({ event: 'children', data: { parent_id: first.id } })
    await Promise.all([own.stop(), third.stop(), outside.stop()])
  })

  it('report a registration once, however many children and emails it has', async () => {
    const parent = await build.aParent()
    const month = await build.aMonth({ month_name: 'July', year: 2034 })
    const children = [await build.aChild(parent), await build.aChild(parent)]
    const staff = await listen(await app.as(await build.anAdmin()))
    await staff.next()
    const family = await app.as(parent)
    const request = {
      month_id: month.id,
      child_ids: children.map(({ id }) => id),
      selected_days: [3, 4],
      agreed: true,
    }
    expect((await family.post('/api/submissions', request)).status).toBe(200)
    await execute(
      app.services.db,
      sql`insert into settings (key, value, updated_at) values ('default_seats', '{}', now())`,
    )
    const events: (LiveEvent | null)[] = []
    do events.push(await staff.next())
    while (events.at(-1)?.event !== 'settings')
    const of = (name: string) => events.flatMap((event) => (event?.event === name ? [event.data] : []))
    expect(of('submissions')).toEqual([
      { table: 'submissions', type: 'INSERT', parent_id: parent.id, month_id: month.id },
    ])
    // What happened, and then its mails.
    expect(of('outbox').filter(({ type }) => type === 'INSERT')).toEqual([
      { table: 'outbox', type: 'INSERT' },
      { table: 'outbox', type: 'INSERT' },
    ])
    expect(of('audit_log')).toHaveLength(1)
    await staff.stop()
  })

  it('report attendance marks to staff and to the child’s family', async () => {
    const [parent, other] = [await build.aParent(), await build.aParent()]
    const month = await build.aMonth({ month_name: 'June', year: 2034 })
    const submissions = [
      await build.aRegistration(await build.aChild(other), month),
      await build.aRegistration(await build.aChild(parent), month),
    ]
    const [own, staff] = [
      await listen(await app.as(parent)),
      await listen(await app.as(await build.anAdmin())),
    ]
    await own.next()
    await staff.next()
    for (const { id } of submissions)
      await execute(
        app.services.db,
        sql`insert into attendance_marks (submission_id, day, arrived_at) values (${id}, '2034-06-01', now())`,
      )
    const expected = { table: 'attendance_marks', type: 'INSERT', day: '2034-06-01' }
    const marked = async (stream: typeof own) => {
      let event = await stream.next()
      while (event && event.event !== 'attendance_marks') event = await stream.next()
      return event?.data
    }
    expect(await marked(own)).toEqual({ ...expected, id: submissions[1]?.id, parent_id: parent.id })
    expect(await marked(staff)).toEqual({ ...expected, id: submissions[0]?.id, parent_id: other.id })
    await execute(
      app.services.db,
      sql`insert into settings (key, value, updated_at) values ('pickup_times', '{}', now())`,
    )
    expect(await marked(staff)).toMatchObject({ id: submissions[1]?.id })
    expect(await staff.next()).toEqual({
      event: 'pickup_times',
      data: { table: 'settings', type: 'INSERT', key: 'pickup_times' },
    })
    await Promise.all([own.stop(), staff.stop()])
  })

  it('to drafts reach only staff, to published months everybody', async () => {
    const [visitor, staff] = [await listen(app.visitor), await listen(await app.as(await build.anAdmin()))]
    await visitor.next()
    await staff.next()
    const draft = await build.aMonth({ month_name: 'March', year: 2031, is_active: false })
    // Events about the admin's own account may come first.
    let event = await staff.next()
    while (event?.event !== 'months') event = await staff.next()
    expect(event).toMatchObject({ data: { id: draft.id, type: 'INSERT' } })
    const published = await build.aMonth({ month_name: 'April', year: 2031 })
    expect(await visitor.next()).toEqual({
      event: 'months',
      data: { table: 'months', type: 'INSERT', id: published.id },
    })
    await execute(app.services.db, sql`update months set is_active = false where id = ${published.id}`)
    expect(await visitor.next()).toMatchObject({ data: { type: 'UPDATE', id: published.id } })
    await Promise.all([visitor.stop(), staff.stop()])
  })

  it('include the taken seats of a published month, but not of a draft for visitors', async () => {
    const stream = await listen(app.visitor)
    await stream.next()
    for (const is_active of [false, true]) {
      const month = await build.aMonth({
        month_name: 'May',
        year: is_active ? 2032 : 2033,
        is_active,
        seats: 5,
      })
      await build.aGuestRegistration(month, { selected_days: [4] })
    }
    expect((await stream.next())?.event).toBe('months')
    expect(await stream.next()).toMatchObject({
      event: 'month_seats',
      data: { type: 'UPDATE', taken_seats: { 4: 1 } },
    })
    await stream.stop()
  })

  it('report the seats a family takes once, without a change to the month', async () => {
    const { id: month_id } = await build.aMonth({ month_name: 'June', year: 2032, seats: 5 })
    const stream = await listen(app.visitor)
    await stream.next()
    const child = {
      month_id,
      selected_days: [4],
      total_fee_cents: 2000,
      guest_parent_name: 'Joel Abernathy',
      guest_parent_email: 'joel@guest.example',
      guest_child_name: 'Wren',
    }
    await execute(app.services.db, insertInto('submissions', [child, child]))
    await build.aMonth({ month_name: 'July', year: 2032 })
    expect(await stream.next()).toMatchObject({ event: 'month_seats', data: { taken_seats: { 4: 2 } } })
    expect(await stream.next()).toMatchObject({ event: 'months', data: { type: 'INSERT' } })
    await stream.stop()
  })

  it('report a sign-in only to the same account', async () => {
    const [parent, other] = [await build.aParent(), await build.anAdmin()]
    const [own, foreign] = [
      await listen(await app.as(parent), 'with sessions'),
      await listen(await app.as(other), 'with sessions'),
    ]
    await app.as(parent)
    await build.aChild(parent)
    const sessionAccounts = async (stream: typeof own) => {
      const accounts = new Set<unknown>()
      for (let event = await stream.next(); event?.event !== 'children'; event = await stream.next())
        if (event?.event === 'sessions') accounts.add(event.data.account_id)
      return [...accounts]
    }
    expect(await sessionAccounts(own)).toEqual([parent.id])
    expect(await sessionAccounts(foreign)).not.toContain(parent.id)
    await Promise.all([own.stop(), foreign.stop()])
  })
})
