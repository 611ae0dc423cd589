import { describe, expect, it } from 'vitest'
import { linkMailedTo, tokensOf } from '../../testing/auth'
import { DANA, fileOf, startFamilyImports, statesOf } from '../../testing/family-imports'
import { storedRows } from '../../testing/rows'
import { startTestApp, type TestApp } from '../../testing/test-app'
import { execute, rows, sql } from '../db/sql'

const { app, db, make, reviewed, importIt, withInvitations } = await startFamilyImports()

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
