import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { browserOf, mailsTo } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { createDatabase, insertMany, urlFor } from '../../testing/databases'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import { startTestApp, type TestApp } from '../../testing/test-app'
import { aBrowserAwaitingCode, anAdminWithTwoFactor, codeNow, PASSWORD } from '../../testing/two-factor'
import { createEncryptor } from '../auth/encryption'
import { mustReset } from '../backup/backup-key'
import { createBackup } from '../backup/create-backup'
import { restoreBackup } from '../backup/restore-backup'
import { decryptFeedSecret } from '../calendar-feed/feeds.queries'
import { openDatabase } from '../db/client'
import { migrate } from '../db/migrate'
import { findSetting } from '../db/settings'
import { execute, rows, sql } from '../db/sql'
import { MIGRATIONS, startServer } from '../server'
import { decryptKey, encryptKey } from '../two-factor/two-factor.queries'
import { ENCRYPTED_COLUMNS } from './key-use'
import { claimSecretsKey, resetEncrypted } from './secrets-key.queries'

const NOW = '2026-11-16T09:00:05-05:00'
const OTHER_KEY = 'another key, made on another machine'

const folder = mkdtempSync(join(tmpdir(), 'aftercare-key-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const withKey = (app: TestApp, key: string) => ({ ...app.services, encryptor: createEncryptor(key) })
const fingerprintIn = ({ services }: TestApp) => findSetting(services.db, 'secrets_key_fingerprint')
const deleteFingerprint = ({ services }: TestApp) =>
  execute(services.db, sql`delete from settings where key = 'secrets_key_fingerprint'`)

/** With an admin who uses two-factor sign-in and a family with a calendar feed; the instance is stopped. */
async function aUsedDatabase() {
  const app = await startTestApp({ now: NOW })
  await claimSecretsKey(app.services)
  const { admin, key, recoveryCodes } = await anAdminWithTwoFactor(app)
  const parent = await buildersFor(app.services.db).aParent()
  const { url } = (await (await app.as(parent)).post('/api/calendar-feed', {})).body
  const { databaseUrl } = app
  await app.stop()
  return { databaseUrl, admin, key, recoveryCodes, parent, feedPath: new URL(url).pathname }
}

/** The operator's command while the instance is stopped. */
async function resetWith(databaseUrl: string, key: string) {
  const app = await startTestApp({ now: NOW })
  const { db, close } = openDatabase(databaseUrl, () => {})
  try {
    return await resetEncrypted({ ...withKey(app, key), db })
  } finally {
    await close()
    await app.stop()
  }
}

describe('the key that a database is used with', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ now: NOW })
  })
  afterAll(() => app.stop())

  it('is stored as a fingerprint at first start, and another key fails to start', async () => {
    await claimSecretsKey(app.services)
    const stored = await fingerprintIn(app)
    expect(stored).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(await rows(app.services.db, sql`select * from settings`))).not.toContain(
      app.services.config.secretsKey,
    )
    await claimSecretsKey(app.services)
    await expect(claimSecretsKey(withKey(app, OTHER_KEY))).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringMatching(/SECRETS_KEY.*secrets\.key.*npm run admin -- reset-two-step --all/),
    })
    expect(await fingerprintIn(app)).toBe(stored)
  })

  it('is claimed by one of several instances that start at once with different keys', async () => {
    await deleteFingerprint(app)
    const keys = Array.from({ length: 5 }, (_, n) => `a key of instance number ${n}, long enough`)
    const started = await Promise.allSettled(keys.map((key) => claimSecretsKey(withKey(app, key))))
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const first = started.findIndex(({ status }) => status === 'fulfilled')
    expect(await fingerprintIn(app)).toBe(createEncryptor(keys[first] ?? '').fingerprint)
  })

  it('is proved by a value that it decrypts if an older version stored no fingerprint', async () => {
    await deleteFingerprint(app)
    await anAdminWithTwoFactor(app)
    // Encrypted with a key lost earlier: proves nothing.
    const lost = await anAdminWithTwoFactor(app)
    await execute(
      app.services.db,
      sql`update two_factor set encrypted_key = ${createEncryptor('a key lost long ago').encrypt('x', `two-step:${lost.admin.id}`)}
        where account_id = ${lost.admin.id}`,
    )
    await expect(claimSecretsKey(withKey(app, OTHER_KEY))).rejects.toMatchObject({ name: 'OperatorError' })
    expect(await fingerprintIn(app)).toBeUndefined()
    await claimSecretsKey(app.services)
    expect(await fingerprintIn(app)).toBe(app.services.encryptor.fingerprint)
  })

  it('is not proved by a calendar URL while two-factor sign-in is on', async () => {
    const own = await startTestApp({ now: NOW })
    const { db } = own.services
    const logged: string[] = []
    const claimWith = (key: string) =>
      claimSecretsKey({ ...withKey(own, key), log: pino({}, { write: (line) => void logged.push(line) }) })
    const { admin } = await anAdminWithTwoFactor(own)
    // Set up with the other key but not confirmed: nobody signs in with it.
    const unconfirmed = await anAdminWithTwoFactor(own)
    const parent = await buildersFor(db).aParent()
    await (await own.as(parent)).post('/api/calendar-feed', {})
    const other = createEncryptor(OTHER_KEY)
    await execute(
      db,
      sql`update two_factor set confirmed_at = null, encrypted_key = ${encryptKey(other, unconfirmed.admin.id, 'x')}
        where account_id = ${unconfirmed.admin.id}`,
    )
    await execute(
      db,
      sql`update calendar_feeds set encrypted_secret = ${other.encrypt('x', `calendar-feed:${parent.id}`)}`,
    )
    await deleteFingerprint(own)
    await expect(claimWith(OTHER_KEY)).rejects.toThrow(
      '1 of 2 keys of two-step sign-in and 0 of 1 calendar links cannot be decrypted',
    )
    expect(await fingerprintIn(own)).toBeUndefined()
    await claimWith('a key of the tests and of nothing else')
    expect(logged.join()).toContain(
      '1 of 2 keys of two-step sign-in and 1 of 1 calendar links cannot be decrypted',
    )
    // If nobody has it on, the calendar is proof enough.
    await deleteFingerprint(own)
    await execute(db, sql`delete from two_factor where account_id = ${admin.id}`)
    await claimWith(OTHER_KEY)
    expect(await fingerprintIn(own)).toBe(other.fingerprint)
    await own.stop()
  })

  it('is checked by its fingerprint only, once that is stored', async () => {
    const own = await startTestApp({ now: NOW })
    await claimSecretsKey(own.services)
    const lock = await holdLock(own, 'lock table two_factor, calendar_feeds in access exclusive mode', [])
    await claimSecretsKey(own.services)
    await expect(claimSecretsKey(withKey(own, OTHER_KEY))).rejects.toMatchObject({ name: 'OperatorError' })
    await lock.release()
    await own.stop()
  })

  it('is claimed before an instance counts as running', async () => {
    const own = await startTestApp({ now: NOW })
    await claimSecretsKey(own.services)
    const lock = await holdLock(own, "select pg_advisory_xact_lock(hashtextextended('secrets-key', 0))", [])
    const starting = startServer({ ...own.services.config, secretsKey: OTHER_KEY, port: 0 })
    const failed = expect(starting).rejects.toMatchObject({ name: 'OperatorError' })
    await untilWaiting(own, 1)
    // Only the connection of this test's own instance.
    const live = sql`select from pg_stat_activity
      where datname = current_database() and application_name = 'aftercare-live'`
    await sleep(200)
    expect(await rows(own.services.db, live)).toHaveLength(1)
    await lock.release()
    await failed
    await own.stop()
  })

  it('is checked against every encrypted column', async () => {
    const columns = await rows(
      app.services.db,
      sql`select table_name as table, column_name as column from information_schema.columns
        where table_schema = 'public' and column_name like 'encrypted\_%' order by 1, 2`,
    )
    const listed = ENCRYPTED_COLUMNS.map(({ table, column }) => ({ table, column }))
    expect(columns).toEqual(listed.sort((a, b) => a.table.localeCompare(b.table)))
  })

  it('cannot be abandoned while an instance is running with it', async () => {
    await expect(resetEncrypted(withKey(app, OTHER_KEY))).rejects.toThrow('Stop it first')
    expect(await rows(app.services.db, sql`select from two_factor`)).not.toHaveLength(0)
  })
})

describe('abandoning what another key encrypted', () => {
  it('turns off two-factor sign-in for all, notifies them, keeps calendar feeds working and switches to the new key', async () => {
    const { databaseUrl, admin, feedPath, parent } = await aUsedDatabase()
    expect(await resetWith(databaseUrl, OTHER_KEY)).toEqual({ twoFactor: 1, feeds: 1 })
    const app = await startTestApp({ now: NOW, databaseUrl, env: { SECRETS_KEY: OTHER_KEY } })
    await claimSecretsKey(app.services)
    await expect(
      claimSecretsKey(withKey(app, 'a key of the tests and of nothing else')),
    ).rejects.toMatchObject({ name: 'OperatorError' })
    expect((await browserOf(app).signIn(admin.email, PASSWORD)).status).toBe(200)
    expect((await mailsTo(app, admin.email))[0]?.subject).toContain('Your two-step sign-in was reset')
    const audited = await rows(
      app.services.db,
      sql`select actor_role, row_id from audit_log where action = 'two-factor.reset'`,
    )
    expect(audited).toEqual([{ actor_role: 'system', row_id: admin.id }])
    expect((await app.visitor.get(feedPath)).status).toBe(200)
    const client = await app.as(parent)
    expect((await client.get('/api/calendar-feed')).body).toMatchObject({ is_on: true, url: null })
    const replaced = await client.post('/api/calendar-feed', { replace: true })
    expect(replaced.body.url).toMatch(/^http/)
    await app.stop()
  })

  it('keeps calendar URLs that the key decrypts', async () => {
    const { databaseUrl, parent } = await aUsedDatabase()
    expect(await resetWith(databaseUrl, 'a key of the tests and of nothing else')).toEqual({
      twoFactor: 1,
      feeds: 0,
    })
    const app = await startTestApp({ now: NOW, databaseUrl })
    expect((await (await app.as(parent)).get('/api/calendar-feed')).body.url).toMatch(/^http/)
    await app.stop()
  })
})

describe('a backup made under another key', () => {
  const RIGHT = createEncryptor('a key of the tests and of nothing else')
  const OTHER = createEncryptor(OTHER_KEY)
  const aBackup = async (databaseUrl: string) => {
    const file = join(folder, `${randomUUID()}.backup.gz`)
    await createBackup(databaseUrl, file)
    return file
  }
  const migrationsBefore = (number: string) => {
    const target = join(folder, `before-${number}`)
    cpSync(MIGRATIONS, target, {
      recursive: true,
      filter: (path) => basename(path) < number || path === MIGRATIONS,
    })
    return target
  }

  it('is rejected without that key or the option to abandon everything encrypted', async () => {
    const { databaseUrl, admin, key } = await aUsedDatabase()
    const file = await aBackup(databaseUrl)
    expect(await mustReset(file, RIGHT, false)).toBe(false)
    await expect(mustReset(file, OTHER, false)).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringMatching(/another key.*SECRETS_KEY.*npm run restore -- FILE --reset-two-step/),
    })
    expect(await mustReset(file, OTHER, true)).toBe(true)
    // A machine without a key.
    await expect(mustReset(file, null, false)).rejects.toThrow('1 of 1 keys of two-step sign-in')
    expect(await mustReset(file, null, true)).toBe(true)

    const name = `restored_${randomUUID().replaceAll('-', '')}`
    await createDatabase(inject('postgresUrl'), name)
    const target = urlFor(inject('postgresUrl'), name)
    await restoreBackup(target, file, MIGRATIONS)
    const right = await startTestApp({ now: NOW, databaseUrl: target })
    await claimSecretsKey(right.services)
    expect((await (await aBrowserAwaitingCode(right, admin)).submitCode(codeNow(right, key))).status).toBe(
      200,
    )
    await right.stop()
    await resetWith(target, OTHER_KEY)
    const other = await startTestApp({ now: NOW, databaseUrl: target, env: { SECRETS_KEY: OTHER_KEY } })
    await claimSecretsKey(other.services)
    expect((await browserOf(other).signIn(admin.email, PASSWORD)).status).toBe(200)
    await other.stop()
  })

  it('is rejected too if it has the old names of tables and templates, and restored with the right key', async () => {
    const name = `old_${randomUUID().replaceAll('-', '')}`
    await createDatabase(inject('postgresUrl'), name)
    const databaseUrl = urlFor(inject('postgresUrl'), name)
    await migrate(databaseUrl, migrationsBefore('0002'))
    const id = randomUUID()
    await insertMany(
      databaseUrl,
      `insert into accounts (id, email) values ('${id}', 'a@example.com');
      insert into profiles (id, email, full_name) values ('${id}', 'a@example.com', 'A');
      insert into two_factor (account_id, encrypted_key, confirmed_at, created_at)
        values ('${id}', '${encryptKey(RIGHT, id, 'A KEY')}', now(), now());
      insert into mfa_challenges (id, account_id, created_at, expires_at) values ('step', '${id}', now(), now());
      insert into calendar_feeds (parent_id, secret_digest, encrypted_secret, created_at)
        values ('${id}', repeat('0', 64), '${RIGHT.encrypt('secret', `calendar-feed:${id}`)}', now());
      insert into outbox (template, to_email, subject, text, content, message_id)
        values ('two-step', 'a@example.com', 's', 't', '{"title": "A"}', 'm');
      insert into audit_log (action, table_name, row_id, detail, actor_role)
        values ('two-step.on', 'accounts', '${id}', '{}', 'system');
      insert into settings (key, value) values ('secrets_key_fingerprint', '"${RIGHT.fingerprint}"')`,
    )
    const file = await aBackup(databaseUrl)
    await expect(mustReset(file, OTHER, false)).rejects.toThrow(
      '1 of 1 keys of two-step sign-in and 1 of 1 calendar links cannot be decrypted',
    )
    expect(await mustReset(file, RIGHT, false)).toBe(false)

    const restored = `restored_${randomUUID().replaceAll('-', '')}`
    await createDatabase(inject('postgresUrl'), restored)
    await restoreBackup(urlFor(inject('postgresUrl'), restored), file, MIGRATIONS)
    const app = await startTestApp({ now: NOW, databaseUrl: urlFor(inject('postgresUrl'), restored) })
    await claimSecretsKey(app.services)
    const { db } = app.services
    const [secrets] = await rows<{ encrypted_key: string; encrypted_secret: string }>(
      db,
      sql`select encrypted_key, encrypted_secret from two_factor join calendar_feeds on parent_id = account_id`,
    )
    expect(decryptKey(RIGHT, id, secrets?.encrypted_key ?? '')).toBe('A KEY')
    expect(decryptFeedSecret(RIGHT, id, secrets?.encrypted_secret ?? '')).toBe('secret')
    expect(await rows(db, sql`select id, account_id from two_factor_challenges`)).toEqual([
      { id: 'step', account_id: id },
    ])
    expect(await rows(db, sql`select to_email, template, content from outbox`)).toEqual([
      { to_email: 'a@example.com', template: 'two-factor', content: { title: 'A' } },
    ])
    expect(await rows(db, sql`select action from audit_log`)).toEqual([{ action: 'two-factor.on' }])
    await app.stop()
  })

  it('is detected by its encrypted values if an older version stored no fingerprint', async () => {
    const app = await startTestApp({ now: NOW })
    const parent = await buildersFor(app.services.db).aParent()
    await (await app.as(parent)).post('/api/calendar-feed', {})
    const file = await aBackup(app.databaseUrl)
    await app.stop()
    expect(await mustReset(file, RIGHT, false)).toBe(false)
    await expect(mustReset(file, OTHER, false)).rejects.toMatchObject({ name: 'OperatorError' })
  })

  it('needs nothing if nothing is encrypted, and the current key is used', async () => {
    const app = await startTestApp({ now: NOW })
    await claimSecretsKey(app.services)
    // A value that contains the setting's name is not the setting.
    await execute(
      app.services.db,
      sql`insert into settings (key, value) values ('a', '"secrets_key_fingerprint\\ttwo_factor"')`,
    )
    const file = await aBackup(app.databaseUrl)
    await app.stop()
    expect(await mustReset(file, RIGHT, false)).toBe(false)
    expect(await mustReset(file, OTHER, false)).toBe(true)
    expect(await mustReset(file, null, false)).toBe(true)
    expect(await resetWith(app.databaseUrl, OTHER_KEY)).toEqual({ twoFactor: 0, feeds: 0 })
  })
})
