import { describe, expect, it } from 'vitest'
import { mailsTo } from '../../testing/auth'
import { DANA, fileOf, startFamilyImports, statesOf } from '../../testing/family-imports'
import { disableLocks, holdLock, untilWaiting } from '../../testing/race-helpers'
import { countRows } from '../../testing/rows'
import { startTestApp, type TestApp } from '../../testing/test-app'
import { sql } from '../db/sql'

const { app, db, make, staff, reviewed, importIt, withInvitations, childNames } = await startFamilyImports()

describe('all or nothing', () => {
  it('imports once for a double click and a lost response', async () => {
    const review = await withInvitations(await reviewed(fileOf(DANA)))
    const key = { 'idempotency-key': 'one-click' }
    const responses = await Promise.all([importIt(review, key), importIt(review, key)])
    const again = await importIt(review, key)
    for (const { body } of [...responses, again])
      expect(body).toEqual({ families: 1, children: 1, invitations: 1 })
    expect(await childNames()).toEqual(['Amara'])
    expect(await mailsTo(app, 'dana@example.com')).toHaveLength(1)
  })

  it('of two colleagues with the same file one imports it, and the other is told what changed', async () => {
    const csv = fileOf(DANA, 'Linh,linh@example.com,,Amara,,,')
    const colleague = await app.as(await make.anAdmin())
    const [mine, theirs] = [await reviewed(csv), await reviewed(csv, colleague)]
    const responses = await Promise.all([importIt(mine), importIt(theirs, {}, colleague)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    const rejected = responses.find(({ status }) => status === 409)
    expect(rejected?.body.error).toMatchObject({ code: 'import-changed' })
    expect(rejected?.body.error.message).toContain('is now "Already there"')
    expect(await childNames()).toEqual(['Amara', 'Amara'])
    expect(await countRows(db, 'accounts', sql`where email = 'dana@example.com'`)).toBe(1)
  })

  /** Both have the lines compared before either writes. */
  async function importAtOnce(server: TestApp) {
    const dana = await make.aParent({ email: 'dana@example.com' })
    const colleagues = [await server.as(await make.anAdmin()), await server.as(await make.anAdmin())]
    const reviews = await Promise.all(colleagues.map((client) => reviewed(fileOf(DANA), client)))
    const lock = await holdLock(app, 'lock table children in share mode', [])
    const responses = Promise.all(colleagues.map((client, n) => importIt(reviews[n], {}, client)))
    await untilWaiting(app, 2)
    await lock.release()
    const statuses = (await responses).map(({ status }) => status).sort()
    return { statuses, children: await countRows(db, 'children', sql`where parent_id = ${dana.id}`) }
  }

  it('adds a child once if two colleagues import it at the same moment', async () => {
    expect(await importAtOnce(app)).toEqual({ statuses: [200, 409], children: 1 })
  })

  it('control: without the locks the child is added twice', async () => {
    const unlocked = await startTestApp({ databaseUrl: app.databaseUrl })
    disableLocks(unlocked)
    expect(await importAtOnce(unlocked)).toEqual({ statuses: [200, 200], children: 2 })
    await unlocked.stop()
  })

  it('writes nothing if a family has signed up and added the child meanwhile, and shows it then', async () => {
    const review = await reviewed(fileOf(DANA, 'Linh,linh@example.com,,An,,,'))
    const dana = await make.aParent({ email: 'dana@example.com' })
    await make.aChild(dana, { name: 'AMARA' })
    const { status, body } = await importIt(review)
    expect([status, body.error.code]).toEqual([409, 'import-changed'])
    expect(await childNames()).toEqual(['AMARA'])
    const { review: now } = (await staff.get('/api/admin/family-imports/review')).body
    expect(statesOf(now)).toEqual(['known', 'new-family'])
    expect((await importIt(now)).status).toBe(200)
  })

  it('imports 5,000 families', async () => {
    const lines = Array.from(
      { length: 5_000 },
      (_, n) => `Parent ${n},parent${n}@example.com,555,Child ${n},,,K`,
    )
    const review = await reviewed(fileOf(...lines))
    expect(review.totals).toMatchObject({ new_families: 5_000, lines: { 'left-out': 0 } })
    const { status, body } = await importIt(await withInvitations(review))
    expect([status, body]).toEqual([200, { families: 5_000, children: 5_000, invitations: 5_000 }])
    expect(await countRows(db, 'children')).toBe(5_000)
    expect(await countRows(db, 'tokens', sql`where purpose = 'invite'`)).toBe(5_000)
  })
})
