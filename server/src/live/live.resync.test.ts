import { describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { breakListenConnection, listenerFor } from '../../testing/live'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, type Sql, sql } from '../db/sql'

const app = await testApp()
const listen = listenerFor(app)
const build = buildersFor(app.services.db)

describe('live changes', () => {
  describe('before a stream opens', () => {
    const changedMs = async (client: TestClient) => {
      const stream = await listen(client)
      const hello = await stream.next()
      await stream.stop()
      return (hello?.data.changed_ms ?? Number.POSITIVE_INFINITY) as number
    }
    /** The age of a page that loads now. */
    const pageLoad = () => {
      const loadedAt = performance.now()
      return () => performance.now() - loadedAt
    }
    const rename = (section: string) =>
      sql`update site_content set title = 'Just now' where section_name = ${section}`

    it('are known to those who may see them', async () => {
      const [parent, other] = [await build.aParent(), await build.aParent()]
      const child = await build.aChild(parent)
      const clients = [app.visitor, await app.as(parent), await app.as(other)]
      const admin = await app.as(await build.anAdmin())
      const witness = await listen(admin)
      await witness.next()
      const missed = async (change?: Sql) => {
        const age = pageLoad()
        if (change) {
          await execute(app.services.db, change)
          await witness.next()
        }
        const found = []
        for (const client of [...clients, admin]) found.push((await changedMs(client)) <= age())
        return found
      }
      expect(await missed(rename('about_aftercare'))).toEqual([true, true, true, true])
      expect(await missed(rename('email_templates'))).toEqual([false, false, false, true])
      const note = sql`update children set notes = 'x' where id = ${child.id}`
      expect(await missed(note)).toEqual([false, true, false, true])
      expect(await missed()).toEqual([false, false, false, false])
      await witness.stop()
    })

    it('include whatever happened while nothing could be heard', async () => {
      const age = pageLoad()
      const stream = await listen(app.visitor)
      await stream.next()
      await breakListenConnection(app)
      expect((await stream.next())?.event).toBe('resync')
      await stream.stop()
      expect(await changedMs(app.visitor)).toBeLessThanOrEqual(age())
    })
  })

  it('continue with a resync after the LISTEN connection broke', async () => {
    const parent = await build.aParent()
    const stream = await listen(await app.as(parent))
    await stream.next()
    await breakListenConnection(app)
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
})
