import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildForTests } from '../scripts/lib/test-build.mjs'
import { expectOneSentence, healthOf, isRoot, NOBODY, ServerSandbox } from '../scripts/testing/server-sandbox'
import { readPassword } from '../server/src/db/postgres/cluster'
import { urlOf } from '../server/src/db/postgres/database-owner'
import { startTemporaryPostgres } from '../server/src/db/postgres/temporary-postgres'

/** Starts after a kill, with other settings, as another user: `npm run test:start`, too long for every change. */
let build: string
let sandbox: ServerSandbox
let used: ServerSandbox
beforeAll(async () => {
  build = await buildForTests()
  used = new ServerSandbox(build)
  const first = await used.start({})
  expect(await first.stop('SIGTERM')).toBe(0)
})
afterAll(() => used.clear())
beforeEach(() => {
  sandbox = new ServerSandbox(build)
})
afterEach(() => sandbox.clear())

describe('the embedded database', () => {
  beforeEach(() => sandbox.copyDataDir(used.path('data')))

  it('recovers after both were killed', async () => {
    const killed = await sandbox.start({})
    process.kill(sandbox.postgresPid(sandbox.path('data', 'postgres')), 'SIGKILL')
    await killed.stop('SIGKILL')
    const next = await sandbox.start({})
    expect(await healthOf(next.port)).toMatchObject({ database: true })
  })

  it('still holds the emails that a killed server was sending, which the next start sends', async () => {
    const first = await sandbox.start({})
    const clusterDir = sandbox.path('data', 'postgres')
    const [, , , port] = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')
    const client = new pg.Client({ connectionString: urlOf(Number(port), readPassword(clusterDir)) })
    await client.connect()
    await client.query(
      `insert into outbox (template, to_email, subject, text, message_id, state, attempts, lease_until, next_attempt_at)
       values ('test', 'dana@example.com', 's', 't', '<one@x>', 'sending', 1, now() + interval '3 minutes', now() + interval '3 minutes')`,
    )
    await client.end()
    await first.stop('SIGKILL')
    const next = await sandbox.start({})
    await expect.poll(() => next.output()).toContain('mail written to the outbox folder')
  })

  it('is restarted if only it was killed', async () => {
    const running = await sandbox.start({})
    const killed = sandbox.postgresPid(sandbox.path('data', 'postgres'))
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => healthOf(running.port)).toMatchObject({ database: true })
    await expect.poll(() => running.output()).toContain('exited unexpectedly')
    expect(await running.stop('SIGTERM')).toBe(0)
  })

  it('is not used with another key: the start fails, and succeeds with the right key', async () => {
    const [file, other] = [sandbox.path('data', 'secrets.key'), { SECRETS_KEY: 'x'.repeat(40) }]
    const key = readFileSync(file)
    // A missing file is created again, which is another key too.
    rmSync(file)
    for (const settings of [{}, other]) {
      const { code, output } = await sandbox.startAndFail(settings)
      expect(code).toBe(1)
      expect(output).toContain('is not the one this database was used with')
      expect(output).toContain('npm run admin -- reset-two-step --all')
      expectOneSentence(output)
    }
    writeFileSync(file, key)
    const next = await sandbox.start({})
    expect(await healthOf(next.port)).toMatchObject({ database: true })
  })

  it('does not kill an unrelated process that reused an old process id', async () => {
    const pidFile = sandbox.path('data', 'postgres', 'postmaster.pid')
    writeFileSync(
      pidFile,
      `${process.pid}\n${sandbox.path('data', 'postgres')}\n0\n5432\n\n127.0.0.1\n\nready\n`,
    )
    if (isRoot) chownSync(pidFile, 0, 0)
    const next = await sandbox.start({})
    expect(await healthOf(next.port)).toMatchObject({ database: true })
  })
})

if (isRoot) {
  describe('as root', () => {
    it('keeps the database where the unprivileged user can read it if the folder is private, and says where', async () => {
      mkdirSync(sandbox.path('private'), { mode: 0o700 })
      const settings = { DATA_DIR: sandbox.path('private', 'data') }
      const first = await sandbox.start(settings)
      const place = readFileSync(sandbox.path('private', 'data', 'postgres.location'), 'utf8').trim()
      expect(first.output()).toContain(`its data: ${place}`)
      await first.stop('SIGTERM')
      // The choice holds even if the folder is opened later.
      chmodSync(sandbox.path('private'), 0o755)
      const second = await sandbox.start(settings)
      expect(second.output()).toContain(`its data: ${place}`)
      expect(second.output()).not.toContain('Created an empty database')
    })

    it('continues with the database of an ordinary user as that user', async () => {
      // As if they had started it: they themselves may be unable to read this checkout.
      sandbox.copyDataDir(used.path('data'))
      spawnSync('chown', ['-R', `${NOBODY.uid}:${NOBODY.gid}`, sandbox.path('data')])
      const ours = await sandbox.start({})
      expect(ours.output()).toContain('PostgreSQL runs as nobody')
    })
  })
}

describe('a start fails with one sentence', () => {
  it('if DATABASE_URL names an unknown host', async () => {
    const { code, output } = await sandbox.startAndFail({
      DATABASE_URL: 'postgresql://a:b@database.invalid/x',
    })
    expect(code).toBe(1)
    expect(output).toContain('cannot be reached')
    expectOneSentence(output)
  })

  it('if the password, the database or the schema in DATABASE_URL is wrong', async () => {
    const postgres = await startTemporaryPostgres()
    try {
      const wrongPassword = await sandbox.startAndFail({
        DATABASE_URL: postgres.url.replace(/:[^:@]+@/, ':wrong@'),
      })
      expect(wrongPassword).toMatchObject({
        code: 1,
        output: expect.stringContaining('rejected the user or password'),
      })
      expect(wrongPassword.output).not.toContain('wrong@')
      const noDatabase = await sandbox.startAndFail({
        DATABASE_URL: postgres.url.replace(/\/postgres$/, '/nothing'),
      })
      expect(noDatabase).toMatchObject({ code: 1, output: expect.stringContaining('does not exist') })

      const good = await sandbox.start({ DATABASE_URL: postgres.url })
      expect(await good.stop('SIGTERM')).toBe(0)
      const client = new pg.Client({ connectionString: postgres.url })
      await client.connect()
      await client.query(
        `insert into schema_migrations (version, name, checksum) values (9999, 'future', '')`,
      )
      await client.end()
      const newer = await sandbox.startAndFail({ DATABASE_URL: postgres.url })
      expect(newer).toMatchObject({ code: 1, output: expect.stringContaining('newer than this program') })
      expectOneSentence(newer.output)
    } finally {
      await postgres.stop()
    }
  })
})

it.each(['SIGINT', 'SIGHUP'] as const)('ends on %s as on SIGTERM', async (signal) => {
  sandbox.copyDataDir(used.path('data'))
  const running = await sandbox.start({})
  expect(await running.stop(signal)).toBe(0)
})
