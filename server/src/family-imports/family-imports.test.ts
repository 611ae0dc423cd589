import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { linkMailedTo, mailsTo, tokensOf } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { emptyTables } from '../../testing/databases'
import { disableLocks, holdLock, untilWaiting } from '../../testing/race-helpers'
import { countRows, storedRows } from '../../testing/rows'
import { startTestApp, type TestApp, type TestClient, testApp } from '../../testing/test-app'
import { execute, rows, sql } from '../db/sql'

const app = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2525' } })
const { db } = app.services
const make = buildersFor(db)

let staff: TestClient
beforeEach(async () => {
  app.setNow('2026-11-16T09:00:00-05:00')
  await emptyTables(app.services.pool, 'accounts, outbox, rate_limits')
  staff = await app.as(await make.anAdmin({ email: 'rosa@example.com' }))
})

const HEADING = 'Parent,Email,Phone,Child,Allergies,Notes,Class'
const fileOf = (...lines: string[]) => [HEADING, ...lines].join('\n')

// biome-ignore lint/suspicious/noExplicitAny: a response, as of the test client
async function upload(csv: string, client = staff): Promise<{ status: number; body: any }> {
  const response = await client.raw('/api/admin/family-imports/review?file_name=families.csv', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: csv,
  })
  return { status: response.status, body: await response.json() }
}

async function reviewed(csv: string, client = staff) {
  const { status, body } = await upload(csv, client)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

type Review = { id: string; version: number }
const importIt = ({ id, version }: Review, headers: Record<string, string> = {}, client = staff) =>
  client.post('/api/admin/family-imports', { id, version }, headers)

/** The same review with "Send invitations" ticked. */
const withInvitations = async ({ id }: Review): Promise<Review> =>
  (await staff.patch('/api/admin/family-imports/review', { id, send_invitations: true })).body

const statesOf = ({ rows }: { rows: { state: string; reason: string | null }[] }) =>
  rows.map(({ state, reason }) => (reason === null ? state : `${state}: ${reason}`))

const families = () =>
  storedRows(db, 'children', sql`order by name`).then((found) => found.map(({ name }) => name))

const DANA = 'Dana Okafor,dana@example.com,555 0101,Amara,Peanuts,Naps,Pre-K 4'

describe('a list of families', () => {
  it('is reviewed without writing anything, then creates accounts without a password and children', async () => {
    const review = await reviewed(fileOf(DANA, 'Dana Okafor,DANA@example.com ,,Kofi,,,'))
    expect(statesOf(review)).toEqual(['new-family', 'new-family'])
    expect(review).toMatchObject({
      file_name: 'families.csv',
      totals: {
        lines: { 'new-family': 2, 'new-child': 0, known: 0, 'left-out': 0 },
        new_families: 1,
        known_families: 0,
      },
    })
    expect(await families()).toEqual([])
    const { status, body } = await importIt(review)
    expect([status, body]).toEqual([200, { families: 1, children: 2, invitations: 0 }])
    const [account, ...more] = await storedRows(db, 'accounts', sql`where email = 'dana@example.com'`)
    expect(more).toEqual([])
    expect(account).toMatchObject({ password_hash: null, email_verified_at: null, invited_at: null })
    const id = account?.id ?? ''
    expect(await storedRows(db, 'profiles', sql`where id = ${id}`)).toMatchObject([
      { full_name: 'Dana Okafor', email: 'dana@example.com', phone: '555 0101', status: 'active' },
    ])
    expect(await storedRows(db, 'user_roles', sql`where user_id = ${id}`)).toMatchObject([{ role: 'parent' }])
    expect(await storedRows(db, 'children', sql`order by name`)).toMatchObject([
      {
        parent_id: id,
        name: 'Amara',
        allergies: 'Peanuts',
        notes: 'Naps',
        grade: 'Pre-K 4',
        pickup_people: [],
      },
      { parent_id: id, name: 'Kofi', allergies: null, notes: null, grade: null },
    ])
    expect(await storedRows(db, 'audit_log', sql`where row_id = ${id}`)).toMatchObject([
      { action: 'parent.import', actor_role: 'admin', detail: { children: 2, is_new: true } },
    ])
    expect(await mailsTo(app, 'dana@example.com')).toEqual([])
    expect((await staff.get(`/api/admin/parents/${id}`)).body.invitation).toEqual({ invited_at: null })
    expect((await staff.get('/api/admin/family-imports/review')).body.review).toBeNull()
  })

  it('adds nothing when it is imported again, and sends no second invitation', async () => {
    const csv = fileOf(DANA, 'Linh Nguyen,linh@example.com,,Amara,,,')
    expect((await importIt(await withInvitations(await reviewed(csv)))).body.invitations).toBe(2)
    const before = await families()
    const again = await reviewed(csv)
    expect(statesOf(again)).toEqual(['known', 'known'])
    expect((await importIt(await withInvitations(again))).body.error.code).toBe('import-empty')
    expect(await families()).toEqual(before)
    expect(await countRows(db, 'outbox', sql`where template = 'account-invitation'`)).toBe(2)
  })

  it('adds a child to a family known by its email, and changes no details of a child it has', async () => {
    const dana = await make.aParent({ email: 'dana@example.com', full_name: 'Dana', phone: '1' })
    await make.aChild(dana, { name: 'Zoë', allergies: 'Milk' })
    const review = await reviewed(
      fileOf(
        'Somebody,Dana@Example.com,2,zoe,None,x,K',
        'Somebody,dana@example.com,2,Amara,,,',
        'A,ana@example.com,,Zoë,,,',
      ),
    )
    expect(statesOf(review)).toEqual(['known', 'new-child', 'new-family'])
    expect((await importIt(await withInvitations(review))).body).toEqual({
      families: 2,
      children: 2,
      invitations: 1,
    })
    expect(await storedRows(db, 'children', sql`where parent_id = ${dana.id} order by name`)).toMatchObject([
      { name: 'Amara' },
      { name: 'Zoë', allergies: 'Milk', notes: null, grade: null, version: 1 },
    ])
    expect(await storedRows(db, 'profiles', sql`where id = ${dana.id}`)).toMatchObject([
      { full_name: 'Dana', phone: '1' },
    ])
    expect(await mailsTo(app, 'dana@example.com')).toEqual([])
    expect((await mailsTo(app, 'ana@example.com')).map(({ template }) => template)).toEqual([
      'account-invitation',
    ])
  })

  it('adds a child at the email of an adult who joined a family to that family', async () => {
    const [dana, sam] = [await make.aParent(), await make.aParent({ email: 'sam@example.com' })]
    await make.aChild(dana, { name: 'Kofi' })
    await execute(db, sql`insert into family_members (member_id, parent_id) values (${sam.id}, ${dana.id})`)
    const review = await reviewed(fileOf('Sam,sam@example.com,,Kofi,,,', 'Sam,sam@example.com,,Amara,,,'))
    expect(statesOf(review)).toEqual(['known', 'new-child'])
    expect((await importIt(review)).status).toBe(200)
    expect((await storedRows(db, 'children')).map(({ parent_id }) => parent_id)).toEqual([dana.id, dana.id])
    await execute(db, sql`delete from family_members`)
  })

  it('leaves out lines with faults and imports the others', async () => {
    const review = await reviewed(
      fileOf(
        'Dana,,,Amara,,,',
        'Dana,dana(at)example.com,,Amara,,,',
        'Dana,dana@example.com,,,,,',
        `Dana,dana@example.com,,${'x'.repeat(121)},,,`,
        'Rosa,ROSA@example.com,,Amara,,,',
        'Dana,dana@example.com',
        '=cmd|x,linh@example.com,,<b>Amara</b>,,,',
      ),
    )
    expect(statesOf(review)).toEqual([
      'left-out: The email address is missing',
      'left-out: The email address cannot be read',
      "left-out: The child's name is missing",
      'left-out: Child: must be at most 120 characters',
      "left-out: This is an admin's address",
      'left-out: Has 2 fields where the heading has 7',
      'new-family',
    ])
    expect((await importIt(review)).body).toEqual({ families: 1, children: 1, invitations: 0 })
    expect(await families()).toEqual(['<b>Amara</b>'])
    const one = await staff.get('/api/admin/family-imports/review?state=left-out')
    expect(one.body.review).toBeNull()
  })

  it('is shown in pages, and by state', async () => {
    const lines = Array.from(
      { length: 60 },
      (_, n) => `P,${n % 2 ? `p${n}@example.com` : 'none'},,Child ${n},,,`,
    )
    const { id } = await reviewed(fileOf(...lines))
    const page = async (query: string) =>
      (await staff.get(`/api/admin/family-imports/review${query}`)).body.review
    expect(await page('?page=2')).toMatchObject({ id, total: 60, page: 2, rows: { length: 10 } })
    expect(await page('?state=left-out')).toMatchObject({ total: 30, rows: { length: 30 } })
    expect((await staff.get('/api/admin/family-imports/review?state=x')).status).toBe(422)
  })

  it('can have other columns, which are remembered for files with the same headings', async () => {
    const csv = 'Who,Address,Kid\nDana,dana@example.com,Amara'
    const first = await reviewed(csv)
    expect(first.columns).toMatchObject({ email: 1, child: null })
    const choose = (columns: object) =>
      staff.patch('/api/admin/family-imports/review', { id: first.id, columns })
    await choose({ child: 2 })
    const chosen = await choose({ parent: 0 })
    expect(chosen.body.columns).toMatchObject({ email: 1, child: 2, parent: 0 })
    expect(statesOf(chosen.body)).toEqual(['new-family'])
    // What was shown before is no longer what would be imported.
    expect((await importIt(first)).body.error.code).toBe('stale-version')
    expect((await importIt(chosen.body)).status).toBe(200)
    expect((await reviewed(csv)).columns).toMatchObject({ child: 2, parent: 0 })
  })

  it('has an example to download that can be imported as it is', async () => {
    const example = readFileSync(new URL('../../../docs/examples/families.csv', import.meta.url), 'utf8')
    const review = await reviewed(example)
    expect(review.totals).toMatchObject({ lines: { known: 0, 'left-out': 0 } })
    expect((await importIt(review)).status).toBe(200)
  })

  it('belongs to whoever chose it, and is forbidden to parents', async () => {
    const review = await reviewed(fileOf(DANA))
    const colleague = await app.as(await make.anAdmin())
    expect((await colleague.get('/api/admin/family-imports/review')).body.review).toBeNull()
    expect((await importIt(review, {}, colleague)).body.error.code).toBe('import-over')
    const parent = await app.as(await make.aParent())
    expect((await upload(fileOf(DANA), parent)).status).toBe(403)
    expect((await importIt(review, {}, parent)).status).toBe(403)
    expect((await staff.delete(`/api/admin/family-imports/review/${review.id}`)).status).toBe(200)
    expect((await importIt(review)).body.error.code).toBe('import-over')
    expect(await families()).toEqual([])
  })
})

describe('all or nothing', () => {
  it('imports once for a double click and a lost response', async () => {
    const review = await withInvitations(await reviewed(fileOf(DANA)))
    const key = { 'idempotency-key': 'one-click' }
    const responses = await Promise.all([importIt(review, key), importIt(review, key)])
    const again = await importIt(review, key)
    for (const { body } of [...responses, again])
      expect(body).toEqual({ families: 1, children: 1, invitations: 1 })
    expect(await families()).toEqual(['Amara'])
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
    expect(await families()).toEqual(['Amara', 'Amara'])
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
    const review = await reviewed(fileOf(DANA, 'Linh,linh@example.com,,Amara,,,'))
    const dana = await make.aParent({ email: 'dana@example.com' })
    await make.aChild(dana, { name: 'AMARA' })
    const { status, body } = await importIt(review)
    expect([status, body.error.code]).toEqual([409, 'import-changed'])
    expect(await families()).toEqual(['AMARA'])
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
  }, 60_000)
})

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
      sql`update accounts set email = 'o#brien@example.com' where email = 'undeliverable@example.com'`,
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

describe('an imported address at which somebody had signed up without confirming it', () => {
  const signUp = { full_name: 'Eve', email: 'dana@example.com', password: 'chosen by eve' }
  const post = (path: string, values: object) => app.visitor.post(`/api/auth/${path}`, values)

  it('becomes the imported account, without that password and its link', async () => {
    const review = await reviewed(fileOf(DANA))
    await post('sign-up', signUp)
    const strangersLink = await linkMailedTo(app, signUp.email, 'verification')
    expect((await importIt(await withInvitations(review))).body).toEqual({
      families: 1,
      children: 1,
      invitations: 1,
    })
    expect((await post('verify', { access_token: strangersLink.access_token })).status).toBe(400)
    const invitation = await linkMailedTo(app, signUp.email, 'account-invitation')
    await post('recovery/password', { ...tokensOf(invitation), password: 'chosen by dana' })
    expect((await post('sign-in', signUp)).status).toBe(401)
    const { body } = await post('sign-in', { ...signUp, password: 'chosen by dana' })
    expect(body.user.full_name).toBe('Dana Okafor')
    // Nothing of the stranger is left.
    expect(await storedRows(db, 'accounts', sql`where email = ${signUp.email}`)).toMatchObject([
      { metadata: { full_name: 'Dana Okafor' } },
    ])
  })

  it('leaves no way in from the time when there was no mail server', async () => {
    await withoutMail(async (before) => {
      await before.visitor.post('/api/auth/sign-up', signUp)
      const { client: eve, id } = await signedIn(before, signUp)
      expect((await eve.post('/api/calendar-feed')).status).toBe(200)
      expect((await eve.post('/api/family/invitations', { email: 'mallory@example.com' })).status).toBe(200)
      const left = async () => {
        const [counts] = await rows<Record<string, number>>(
          db,
          sql`select (select count(*) from sessions where account_id = ${id}) as sessions,
            (select count(*) from known_devices where account_id = ${id}) as devices,
            (select count(*) from calendar_feeds where parent_id = ${id}) as feeds,
            (select count(*) from family_invitations where parent_id = ${id}) as invitations`,
        )
        return Object.values(counts ?? {})
      }
      expect((await left()).every((count) => count > 0)).toBe(true)
      expect((await importIt(await reviewed(fileOf(DANA)))).status).toBe(200)
      expect(await left()).toEqual([0, 0, 0, 0])
      expect((await eve.get('/api/children')).status).toBe(401)
    })
  })

  it('is known if the account shares a family, and keeps its password', async () => {
    const ana = await make.aParent({ email: 'ana@example.com' })
    await post('sign-up', signUp)
    const [eve] = await storedRows(db, 'accounts', sql`where email = ${signUp.email}`)
    await execute(
      db,
      sql`insert into family_members (member_id, parent_id, joined_at) values (${eve?.id}, ${ana.id}, now())`,
    )
    const review = await reviewed(fileOf(DANA))
    expect(statesOf(review)).toEqual(['new-child'])
    await importIt(review)
    expect(await storedRows(db, 'accounts', sql`where email = ${signUp.email}`)).toMatchObject([
      { password_hash: eve?.password_hash },
    ])
  })

  it('keeps an account in use where no mail is sent', async () => {
    await withoutMail(async (app) => {
      await app.visitor.post('/api/auth/sign-up', signUp)
      const { client: eve, id } = await signedIn(app, signUp)
      const admin = await make.anAdmin({ email: 'omar@example.com' })
      const client = await app.as(admin)
      const review = await reviewed(fileOf(DANA), client)
      expect(statesOf(review)).toEqual(['new-child'])
      expect((await importIt(review, {}, client)).status).toBe(200)
      expect((await app.visitor.post('/api/auth/sign-in', signUp)).status).toBe(200)
      expect((await eve.get('/api/children')).status).toBe(200)
      expect(await storedRows(db, 'profiles', sql`where id = ${id}`)).toMatchObject([{ full_name: 'Eve' }])
    })
  })
})

/** A server with the same database that sends no mail: accounts work unconfirmed. */
async function withoutMail(run: (other: TestApp) => Promise<void>) {
  const other = await startTestApp({ databaseUrl: app.databaseUrl })
  try {
    await run(other)
  } finally {
    await other.stop()
  }
}

async function signedIn(other: TestApp, signUp: { email: string; password: string }) {
  expect((await other.visitor.post('/api/auth/sign-in', signUp)).status).toBe(200)
  const [account] = await storedRows(db, 'accounts', sql`where email = ${signUp.email}`)
  const id = account?.id ?? ''
  return { client: await other.as({ id }), id }
}
