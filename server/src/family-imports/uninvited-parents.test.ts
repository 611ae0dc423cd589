import { describe, expect, it } from 'vitest'
import { linkMailedTo, tokensOf } from '../../testing/auth'
import { DANA, fileOf, startFamilyImports } from '../../testing/family-imports'
import { disableLocks, holdLock, untilWaiting } from '../../testing/race-helpers'
import { countRows, storedRows } from '../../testing/rows'
import { startTestApp, type TestApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

const { app, db, make, staff, reviewed, importIt, withInvitations } = await startFamilyImports()

describe('parents imported without an invitation', () => {
  const uninvited = async (client = staff) =>
    (await client.get('/api/admin/family-imports/review')).body.uninvited
  const inviteAll = (client = staff) => client.post('/api/admin/family-imports/invitations')
  const invitedEmails = async () =>
    (await storedRows(db, 'outbox', sql`where template = 'account-invitation'`))
      .map(({ to_email }) => to_email)
      .sort()
  const LINH = 'Linh,linh@example.com,,Ida,,,'

  async function importTwo() {
    expect((await importIt(await reviewed(fileOf(DANA, LINH)))).body.invitations).toBe(0)
  }

  it('are counted once nothing is under review, and invited by one click', async () => {
    expect(await uninvited()).toBe(0)
    await importTwo()
    expect(await uninvited()).toBe(2)
    const { id } = await reviewed(fileOf('A,ana@example.com,,Bo,,,'))
    expect(await uninvited()).toBe(0)
    await staff.delete(`/api/admin/family-imports/review/${id}`)
    expect((await inviteAll()).body).toEqual({ invitations: 2 })
    expect(await invitedEmails()).toEqual(['dana@example.com', 'linh@example.com'])
    expect(await uninvited()).toBe(0)
    expect((await inviteAll()).body).toEqual({ invitations: 0 })
    const logged = sql`where action = 'parent.invite' and row_id in (select id::text from profiles)`
    expect(await countRows(db, 'audit_log', logged)).toBe(2)
    const link = await linkMailedTo(app, 'dana@example.com', 'account-invitation')
    const password = { ...tokensOf(link), password: 'late afternoon' }
    expect((await app.visitor.post('/api/auth/recovery/password', password)).status).toBe(200)
  })

  it('are not those who were invited, chose a password, are suspended, deleted, admins or undeliverable', async () => {
    const { id } = await make.aParent()
    await execute(db, sql`update accounts set password_hash = 'x' where id = ${id}`)
    await importIt(await withInvitations(await reviewed(fileOf('A,ana@example.com,,Bo,,,'))))
    const names = ['suspended', 'deleted', 'promoted', 'undeliverable']
    await importIt(await reviewed(fileOf(...names.map((name) => `A,${name}@example.com,,B,,,`))))
    await execute(db, sql`update profiles set status = 'suspended' where email = 'suspended@example.com'`)
    await execute(db, sql`update accounts set disabled_at = now() where email = 'deleted@example.com'`)
    await execute(
      db,
      sql`update accounts set email = 'obrien@example.c' where email = 'undeliverable@example.com'`,
    )
    await execute(
      db,
      sql`update user_roles set role = 'admin'
        where user_id = (select id from accounts where email = 'promoted@example.com')`,
    )
    await execute(db, sql`delete from outbox`)
    expect(await uninvited()).toBe(0)
    expect((await inviteAll()).body).toEqual({ invitations: 0 })
    expect(await invitedEmails()).toEqual([])
  })

  it('are invited only by staff, and not by endless clicks', async () => {
    await importTwo()
    const { id } = await make.aParent()
    await execute(db, sql`update accounts set password_hash = 'x' where id = ${id}`)
    expect((await inviteAll(await app.as({ id }))).status).toBe(403)
    expect((await inviteAll(app.visitor)).status).toBe(401)
    expect(await invitedEmails()).toEqual([])
    const statuses: number[] = []
    while (statuses.length < 100 && !statuses.includes(429)) statuses.push((await inviteAll()).status)
    expect(statuses.length).toBeLessThan(100)
    expect(await invitedEmails()).toHaveLength(2)
  })

  /** Both read who is uninvited before either writes. */
  async function inviteAtOnce(server: TestApp) {
    await importTwo()
    const colleagues = [await server.as(await make.anAdmin()), await server.as(await make.anAdmin())]
    const lock = await holdLock(app, 'lock table tokens in share mode', [])
    const responses = Promise.all(colleagues.map((client) => inviteAll(client)))
    await untilWaiting(app, 2)
    await lock.release()
    const counts = (await responses).map(({ body }) => body.invitations).sort()
    return { counts, emails: await invitedEmails() }
  }

  it('get one invitation each for a double click, and for two colleagues at once', async () => {
    expect(await inviteAtOnce(app)).toEqual({
      counts: [0, 2],
      emails: ['dana@example.com', 'linh@example.com'],
    })
  })

  /** The password is chosen behind a reset link, while the invitations wait. */
  async function chooseMeanwhile(server: TestApp) {
    await importTwo()
    await app.visitor.post('/api/auth/forgot-password', { email: 'dana@example.com' })
    const link = await linkMailedTo(app, 'dana@example.com', 'recovery')
    await execute(db, sql`delete from outbox`)
    const client = await server.as(await make.anAdmin())
    const lock = await holdLock(app, "select from accounts where email = 'dana@example.com' for update", [])
    const password = { ...tokensOf(link), password: 'late afternoon' }
    const chosen = app.visitor.post('/api/auth/recovery/password', password)
    await untilWaiting(app, 1)
    const invited = inviteAll(client)
    await untilWaiting(app, 2)
    await lock.release()
    expect((await chosen).status).toBe(200)
    await invited
    return invitedEmails()
  }

  it('are not invited if they have chosen a password meanwhile', async () => {
    expect(await chooseMeanwhile(app)).toEqual(['linh@example.com'])
  })

  describe('control: without the locks', () => {
    async function unlocked<T>(run: (server: TestApp) => Promise<T>): Promise<T> {
      const env = { SMTP_URL: 'smtp://127.0.0.1:2525' }
      const server = await startTestApp({ databaseUrl: app.databaseUrl, env })
      disableLocks(server)
      const result = await run(server)
      await server.stop()
      return result
    }

    it('they get two invitations', async () => {
      const { emails } = await unlocked(inviteAtOnce)
      expect(emails).toHaveLength(4)
    })

    it('they are invited in spite of the password', async () => {
      expect(await unlocked(chooseMeanwhile)).toEqual(['dana@example.com', 'linh@example.com'])
    })
  })
})
