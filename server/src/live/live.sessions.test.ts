import { describe, expect, it, vi } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { joinInto } from '../../testing/family'
import { breakListenConnection, listenerFor } from '../../testing/live'
import { testApp } from '../../testing/test-app'
import { removeSessionsOf } from '../auth/sessions.queries'
import { execute, sql } from '../db/sql'

const app = await testApp()
const listen = listenerFor(app)
const build = buildersFor(app.services.db)

describe('live changes', () => {
  it('end with the session', async () => {
    const parent = await build.aParent()
    const stream = await listen(await app.as(parent))
    await stream.next()
    await app.services.db.transaction((tx) => removeSessionsOf(tx, parent.id))
    expect((await stream.next())?.event).toBe('signed-out')
    expect(await stream.next()).toBeNull()
  })

  it('begin with the account whose changes they are, so that a page notices a session that has ended', async () => {
    const parent = await build.aParent()
    const browser = await app.as(parent)
    const hello = async () => {
      const stream = await listen(browser)
      const first = await stream.next()
      await stream.stop()
      return first
    }
    expect(await hello()).toMatchObject({ event: 'hello', data: { user_id: parent.id } })
    await app.services.db.transaction((tx) => removeSessionsOf(tx, parent.id))
    expect(await hello()).toMatchObject({ event: 'hello', data: { user_id: null } })
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

  it('end for every adult of a family whose first adult is suspended', async () => {
    const [first, member] = [await build.aParent(), await build.aParent()]
    await joinInto(app, first, member)
    const stream = await listen(await app.as(member))
    await stream.next()
    await execute(app.services.db, sql`update profiles set status = 'suspended' where id = ${first.id}`)
    expect((await stream.next())?.event).toBe('signed-out')
    expect(await stream.next()).toBeNull()
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
    await breakListenConnection(app)
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
      expect(await stream.next()).toEqual({ event: 'heartbeat', data: { pages: 1 } })
      vi.advanceTimersByTime(100_000)
      let event = await stream.next()
      while (event?.event === 'heartbeat') event = await stream.next()
      expect(event?.event).toBe('signed-out')
    } finally {
      vi.useRealTimers()
    }
  })
})
