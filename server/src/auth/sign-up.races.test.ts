import { expect, it } from 'vitest'
import { linkMailedTo, mailsTo, tokensOf } from '../../testing/auth'
import { disableLocks, holdLock, untilWaiting } from '../../testing/race-helpers'
import { storedRows } from '../../testing/rows'
import { type TestApp, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

const env = { SMTP_URL: 'smtp://127.0.0.1:2525' }
const app = await testApp({ env })
const unlocked = await testApp({ env })
disableLocks(unlocked)

const signUp = (of: TestApp, email: string, password: string) =>
  of.visitor.post('/api/auth/sign-up', { full_name: 'Dana', email, password })
const signIn = async (of: TestApp, email: string, password: string) =>
  (await of.visitor.post('/api/auth/sign-in', { email, password })).body.error?.code

it('of several concurrent sign-ups with different passwords none counts', async () => {
  const email = 'crowd@example.com'
  const passwords = Array.from({ length: 5 }, (_, count) => `password ${count}`)
  const responses = await Promise.all(passwords.map((password) => signUp(app, email, password)))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  for (const password of passwords) expect(await signIn(app, email, password)).toBe('bad-credentials')
  const { id } = (await storedRows(app.services.db, 'accounts', sql`where email = ${email}`))[0] ?? { id: '' }
  const tokens = await storedRows(app.services.db, 'tokens', sql`where account_id = ${id}`)
  expect(tokens.map(({ purpose }) => purpose)).toEqual(['recovery'])
  const link = tokensOf(await linkMailedTo(app, email, 'account-invitation'))
  await app.visitor.post('/api/auth/recovery/password', { ...link, password: 'chosen by dana' })
  expect(await signIn(app, email, 'chosen by dana')).toBeUndefined()
})

const removePassword = (of: TestApp, email: string) =>
  execute(of.services.db, sql`update accounts set password_hash = '!' where email = ${email}`)

it('a password removed after it was verified for a further sign-up does not come back', async () => {
  const email = 'dana@example.com'
  await signUp(app, email, 'sunset')
  const holder = await holdLock(app, "update accounts set password_hash = '!' where email = $1", [email])
  const again = signUp(app, email, 'sunset')
  await untilWaiting(app, 1)
  await holder.commit()
  expect((await again).status).toBe(200)
  expect(await signIn(app, email, 'sunset')).toBe('bad-credentials')
  expect((await mailsTo(app, email))[0]?.template).toBe('account-invitation')
})

/** After the stored hash was compared again. */
async function removedDuringSignUp(of: TestApp) {
  const email = 'kemi@example.com'
  await signUp(of, email, 'sunset')
  const holder = await holdLock(of, 'lock table tokens in share mode', [])
  const again = signUp(of, email, 'sunset')
  await untilWaiting(of, 1)
  const removing = removePassword(of, email)
  await Promise.race([removing, untilWaiting(of, 2)])
  await holder.release()
  await Promise.all([again, removing])
  return signIn(of, email, 'sunset')
}

it('nor if it is removed while that sign-up is stored', async () => {
  expect(await removedDuringSignUp(app)).toBe('bad-credentials')
})

it('control: comes back without the lock', async () => {
  expect(await removedDuringSignUp(unlocked)).toBe('email-not-confirmed')
})
