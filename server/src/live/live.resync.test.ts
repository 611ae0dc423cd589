import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { breakListenConnection, listenerFor } from '../../testing/live'
import { testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

const app = await testApp()
const listen = listenerFor(app)
const build = buildersFor(app.services.db)

describe('live changes', () => {
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
