import { formatRecoveryCode, recoverySelector } from '@aftercare/domain/two-factor/two-factor'
import { execute } from '../src/db/sql'
import { insertInto } from '../src/db/write'
import { newKey } from '../src/two-factor/totp'
import { encryptKey } from '../src/two-factor/two-factor.queries'
import { browserOf, givePassword } from './auth'
import { buildersFor } from './builders'
import { independentCode } from './independent-code'
import type { TestApp } from './test-app'

export const PASSWORD = 'late afternoon'

/** The current code, or that of a number of steps before or after. */
export const codeNow = (app: TestApp, key: string, steps = 0): string =>
  independentCode(key, app.services.clock.now().getTime() + steps * 30_000)

/** A code that is wrong now and for some steps before and after. */
export function wrongCodeNow(app: TestApp, key: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeNow(app, key, steps))
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
  )
}

export async function anAdminWithPassword(app: TestApp) {
  const admin = await buildersFor(app.services.db).anAdmin()
  await givePassword(app, admin, PASSWORD)
  return admin
}

/** Sets it up through the API, using up the code of the previous step. */
export async function setUpTwoFactor(app: TestApp, account: { id: string }) {
  const client = await app.as(account)
  const { key } = (await client.post('/api/admin/two-factor/start')).body
  const { status, body } = await client.post('/api/admin/two-factor/confirm', { code: codeNow(app, key, -1) })
  if (status !== 200) throw new Error(`Two-step sign-in could not be set up: ${JSON.stringify(body)}`)
  return { client, key: key as string, recoveryCodes: body.recovery_codes as string[] }
}

/** The same, inserted directly. */
export async function anAdminWithTwoFactor(app: TestApp) {
  const { db, clock, encryptor, passwords } = app.services
  const admin = await anAdminWithPassword(app)
  const [key, at] = [newKey(), clock.now().toISOString()]
  const used = Math.floor(clock.now().getTime() / 30_000) - 1
  await execute(
    db,
    insertInto('two_factor', [
      {
        account_id: admin.id,
        encrypted_key: encryptKey(encryptor, admin.id, key),
        confirmed_at: at,
        used_steps: [used],
        created_at: at,
      },
    ]),
  )
  const codes = Array.from(
    { length: 10 },
    (_, n) => `${'23456789ab'[n]}${admin.id.replace(/\D/g, '').slice(0, 3)}efghjkmn`,
  )
  const stored = await Promise.all(
    codes.map(async (code) => ({
      account_id: admin.id,
      selector: recoverySelector(code),
      code_hash: await passwords.hash(code),
      created_at: at,
    })),
  )
  await execute(db, insertInto('recovery_codes', stored))
  return { admin, key, recoveryCodes: codes.map(formatRecoveryCode), client: await app.as(admin) }
}

/** A browser that has given the right password and is asked for the code. */
export async function aBrowserAwaitingCode(app: TestApp, { email }: { email: string }) {
  const browser = browserOf(app)
  const response = await browser.signIn(email, PASSWORD)
  const error = (response.body as { error?: { code: string } } | null)?.error
  if (error?.code !== 'code-needed')
    throw new Error(`No code was asked for: ${JSON.stringify(response.body)}`)
  return { ...browser, submitCode: (code: string) => browser.post('/api/auth/two-factor', { code }) }
}
