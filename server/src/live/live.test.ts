import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { serve } from '@hono/node-server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { joinInto } from '../../testing/family'
import { type TestClient, testApp } from '../../testing/test-app'
import { createApp } from '../app'
import { removeSessionsOf } from '../auth/sessions.queries'
import { execute, sql } from '../db/sql'
import { insertInto } from '../db/write'

const app = await testApp()
const build = buildersFor(app.services.db)

type Event = { event: string; data: Record<string, unknown> }

/** Waits until all changes so far are broadcast: a stream that opens now gets none of them. */
async function untilBroadcast() {
  const id = randomUUID()
  const received = new Promise<void>((resolve) => {
    const unsubscribe = app.services.live.subscribe((message) => {
      if (typeof message === 'string' || message.id !== id) return
      unsubscribe()
      resolve()
    })
  })
  const marker = JSON.stringify({ table: 'sessions', type: 'UPDATE', id })
  await execute(app.services.db, sql`select pg_notify('changes', ${marker})`)
  await received
  await new Promise(setImmediate)
}

/** Reads a stream's events one by one, by default without the listener's own sign-in. */
async function listen(
  client: TestClient,
  headers: Record<string, string> = {},
  query = '',
  sessions: 'with sessions' | 'without' = 'without',
) {
  await untilBroadcast()
  const ended = new AbortController()
  const response = await client.raw(`/api/live${query}`, { headers, signal: ended.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<Event | null> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const lines = text.slice(0, end).split('\n')
        text = text.slice(end + 2)
        const value = (name: string) => lines.find((line) => line.startsWith(name))?.slice(name.length + 2)
        const event = value('event')
        if (event && (event !== 'sessions' || sessions === 'with sessions'))
          return { event, data: JSON.parse(value('data') ?? '{}') }
        continue
      }
      const chunk = await reader?.read()
      if (!chunk || chunk.done) return null
      text += chunk.value
    }
  }
  return { next, headers: response.headers, stop: () => reader?.cancel() }
}

/** The app over a real connection. */
async function startServer() {
  const server = serve({ fetch: createApp(app.services).fetch, port: 0 }) as Server
  await new Promise((resolve) => server.once('listening', resolve))
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  return { server, port: (server.address() as AddressInfo).port, close }
}

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

  it('end for every adult of a family whose first adult is suspended', async () => {
    const [first, member] = [await build.aParent(), await build.aParent()]
    await joinInto(app, first, member)
    const stream = await listen(await app.as(member))
    await stream.next()
    await execute(app.services.db, sql`update profiles set status = 'suspended' where id = ${first.id}`)
    expect((await stream.next())?.event).toBe('signed-out')
    expect(await stream.next()).toBeNull()
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
      sql`insert into settings (key, value, updated_at) values ('statement_details', '{}', now())`,
    )
    const events: (Event | null)[] = []
    do events.push(await staff.next())
    while (events.at(-1)?.event !== 'settings')
    const of = (name: string) => events.flatMap((event) => (event?.event === name ? [event.data] : []))
    expect(of('submissions')).toEqual([
      { table: 'submissions', type: 'INSERT', parent_id: parent.id, month_id: month.id },
    ])
    expect(of('outbox').filter(({ type }) => type === 'INSERT')).toEqual([
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
      event: 'settings',
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

  it('are sent over a real connection with the usual headers', async () => {
    const { port, close } = await startServer()
    const raw: TestClient['raw'] = (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init)
    const stream = await listen({ ...app.visitor, raw })
    expect((await stream.next())?.event).toBe('hello')
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    expect(stream.headers.get('cache-control')).toBe('no-store')
    expect(stream.headers.get('x-content-type-options')).toBe('nosniff')
    await execute(
      app.services.db,
      sql`update site_content set title = 'Here' where section_name = 'about_aftercare'`,
    )
    expect(await stream.next()).toMatchObject({ data: { row: { title: 'Here' } } })
    await stream.stop()
    await close()
  })

  it('disconnect a client that does not read', async () => {
    const { server, port, close } = await startServer()
    const dropped = new Promise((resolve) =>
      server.once('connection', (socket) => socket.once('close', resolve)),
    )
    const reader = connect(port, '127.0.0.1').on('error', () => undefined)
    reader.pause().write('GET /api/live HTTP/1.1\r\nHost: aftercare\r\n\r\n')
    let isDropped = false
    void dropped.then(() => {
      isDropped = true
    })
    // Fills the socket buffers, and then more than the server buffers.
    await vi.waitFor(
      async () => {
        const change = { table: 'months', type: 'UPDATE', is_public: true, section_name: 'x'.repeat(7_000) }
        await execute(
          app.services.db,
          sql`select pg_notify('changes', (${JSON.stringify(change)}::jsonb || jsonb_build_object('id', n::text))::text)
            from generate_series(1, 300) n`,
        )
        expect(isDropped).toBe(true)
      },
      { timeout: 30_000, interval: 10 },
    )
    reader.destroy()
    await close()
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

  it('end with the session', async () => {
    const parent = await build.aParent()
    const stream = await listen(await app.as(parent))
    await stream.next()
    await app.services.db.transaction((tx) => removeSessionsOf(tx, parent.id))
    expect((await stream.next())?.event).toBe('signed-out')
    expect(await stream.next()).toBeNull()
  })

  it('continue in the browser that signs out the others, whose streams end at once', async () => {
    const parent = await build.aParent()
    const [here, there] = [await app.as(parent), await app.as(parent)]
    const [stays, ends] = [await listen(here), await listen(there)]
    await Promise.all([stays.next(), ends.next()])
    await here.post('/api/sessions/end-others')
    expect((await ends.next())?.event).toBe('signed-out')
    expect(await ends.next()).toBeNull()
    await build.aChild(parent)
    expect(await stays.next()).toMatchObject({ event: 'children', data: { parent_id: parent.id } })
    await stays.stop()
  })

  it('report a sign-in only to the same account', async () => {
    const [parent, other] = [await build.aParent(), await build.anAdmin()]
    const [own, foreign] = [
      await listen(await app.as(parent), {}, '', 'with sessions'),
      await listen(await app.as(other), {}, '', 'with sessions'),
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

  it('make a reconnecting browser resync', async () => {
    const stream = await listen(app.visitor, { 'last-event-id': '7' })
    expect((await stream.next())?.event).toBe('resync')
    await stream.stop()
  })

  describe('missed between loading a page and opening its stream', () => {
    const stale = '?stale_ms=500'
    /** Moves earlier changes out of what such a page can have missed. */
    let later = 0
    const afterAWhile = () => {
      later += 60_000
      vi.spyOn(performance, 'now').mockReturnValue(performance.now() + later)
    }
    afterEach(() => void vi.restoreAllMocks())
    /** A stream that gets everything: what it has received is in the history. */
    const witness = async () => {
      const stream = await listen(await app.as(await build.anAdmin()))
      await stream.next()
      return stream
    }
    const rename = (title: string) =>
      execute(
        app.services.db,
        sql`update site_content set title = ${title} where section_name = 'about_aftercare'`,
      )

    it.each([stale, '?unheard=500'])('make those who may see them resync: %s', async (query) => {
      afterAWhile()
      const staff = await witness()
      await rename('Just now')
      await staff.next()
      const [late, without] = [await listen(app.visitor, {}, query), await listen(app.visitor)]
      expect([(await late.next())?.event, (await late.next())?.event]).toEqual(['hello', 'resync'])
      await rename('Once more')
      expect([(await without.next())?.event, (await without.next())?.event]).toEqual([
        'hello',
        'site_content',
      ])
      for (const stream of [staff, late, without]) await stream.stop()
    })

    it('are those after the position that came with the page, however long it took to load', async () => {
      afterAWhile()
      const staff = await witness()
      await rename('Before the page')
      await staff.next()
      const before = `?stale_ms=30000&after=${app.services.streams.position()}`
      const upToDate = await listen(app.visitor, {}, before)
      await rename('After the page')
      expect([(await upToDate.next())?.event, (await upToDate.next())?.event]).toEqual([
        'hello',
        'site_content',
      ])
      // Nobody knows what another process has sent: then by time.
      for (const query of [before, '?stale_ms=30000&after=ffffffff.999999', '?stale_ms=30000&after=x']) {
        const late = await listen(app.visitor, {}, query)
        expect([(await late.next())?.event, (await late.next())?.event], query).toEqual(['hello', 'resync'])
        await late.stop()
      }
      for (const stream of [staff, upToDate]) await stream.stop()
    })

    it('are ignored if they were others’ or too long ago', async () => {
      afterAWhile()
      const staff = await witness()
      const child = await build.aChild(await build.aParent())
      await execute(app.services.db, sql`update children set notes = 'x' where id = ${child.id}`)
      for (let event = await staff.next(); event?.event !== 'children'; ) event = await staff.next()
      const visitor = await listen(app.visitor, {}, stale)
      await rename('Later')
      expect([(await visitor.next())?.event, (await visitor.next())?.event]).toEqual([
        'hello',
        'site_content',
      ])
      for (const stream of [staff, visitor]) await stream.stop()
    })
  })

  it('continue with a resync after the LISTEN connection broke', async () => {
    const parent = await build.aParent()
    const stream = await listen(await app.as(parent))
    await stream.next()
    await execute(
      app.services.db,
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'aftercare-live' and datname = current_database()`,
    )
    expect((await stream.next())?.event).toBe('resync')
    const child = await build.aChild(parent)
    expect(await stream.next()).toMatchObject({
      event: 'children',
      data: { parent_id: parent.id, type: 'INSERT' },
    })
    await execute(app.services.db, sql`delete from children where id = ${child.id}`)
    expect(await stream.next()).toMatchObject({ data: { type: 'DELETE' } })
    await stream.stop()
  })

  /** Ends the sessions without a notification, as while the LISTEN connection is down. */
  const removeSilently = async (accountId: string) => {
    await app.services.pool.query('alter table sessions disable trigger user')
    await app.services.db.transaction((tx) => removeSessionsOf(tx, accountId))
    await app.services.pool.query('alter table sessions enable trigger user')
  }

  /** An open stream whose access has been checked. */
  const listenChecked = async (account: { id: string }) => {
    const queries = vi.spyOn(app.services.db, 'query')
    const stream = await listen(await app.as(account))
    await stream.next()
    await Promise.all(queries.mock.results.map(({ value }) => value))
    queries.mockRestore()
    return stream
  }

  it('end after a reconnect for a session that ended without a notification', async () => {
    const admin = await build.anAdmin()
    const stream = await listenChecked(admin)
    await removeSilently(admin.id)
    await execute(
      app.services.db,
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'aftercare-live' and datname = current_database()`,
    )
    expect((await stream.next())?.event).toBe('signed-out')
    expect(await stream.next()).toBeNull()
  })

  it('have a heartbeat that a page can see, and end after a while for a session that ended silently', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const admin = await build.anAdmin()
      const stream = await listenChecked(admin)
      await removeSilently(admin.id)
      vi.advanceTimersByTime(20_000)
      expect(await stream.next()).toEqual({ event: 'heartbeat', data: {} })
      vi.advanceTimersByTime(100_000)
      let event = await stream.next()
      while (event?.event === 'heartbeat') event = await stream.next()
      expect(event?.event).toBe('signed-out')
    } finally {
      vi.useRealTimers()
    }
  })

  it('are limited per account, and a closed stream makes room', async () => {
    const client = await app.as(await build.aParent())
    // HEAD requests open none.
    for (let n = 0; n < 30; n += 1)
      expect((await client.raw('/api/live', { method: 'HEAD' })).status).toBe(200)
    const streams = await Promise.all(Array.from({ length: 20 }, () => listen(client)))
    await Promise.all(streams.map((stream) => stream.next()))
    const rejected = await client.get('/api/live')
    expect(rejected.status).toBe(429)
    expect(rejected.headers.get('retry-after')).toBe('30')
    await streams[0]?.stop()
    const another = await vi.waitFor(async () => {
      const stream = await listen(client)
      expect((await stream.next())?.event).toBe('hello')
      return stream
    }, 30_000)
    await Promise.all([another, ...streams.slice(1)].map((stream) => stream.stop()))
  })
})
