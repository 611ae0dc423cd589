import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readPassword } from '../server/src/db/postgres/cluster'
import { processIdentity } from '../server/src/db/postgres/process-identity'
import { urlOf } from '../server/src/db/postgres/supervisor'
import { startTemporaryPostgres } from '../server/src/db/postgres/temporary-postgres'
import { buildForTests } from './lib/test-build.mjs'
import { isRoot, NOBODY, ServerSandbox } from './testing/server-sandbox'

let build: string
let sandbox: ServerSandbox
let used: ServerSandbox
/** The data of a first start, stopped as soon as it had created the database. */
let interrupted: { code: number | null; hasDatabase: boolean; isPostgresRunning: boolean; isLocked: boolean }
beforeAll(async () => {
  build = await buildForTests()
  used = new ServerSandbox(build)
  interrupted = {
    code: await used.startAndSignal('Created an empty database', 'SIGINT'),
    hasDatabase: existsSync(used.path('data', 'postgres', 'PG_VERSION')),
    isPostgresRunning: existsSync(used.path('data', 'postgres', 'postmaster.pid')),
    isLocked: existsSync(used.path('data', 'aftercare.lock')),
  }
  const second = await used.start({})
  expect(await second.stop('SIGTERM')).toBe(0)
})
afterAll(() => used.clear())
beforeEach(() => {
  sandbox = new ServerSandbox(build)
})
afterEach(() => sandbox.clear())

const health = (port: number) =>
  fetch(`http://localhost:${port}/api/health`).then((response) => response.json())
const oneSentence = (output: string) => expect(output).not.toMatch(/^\s+at /m)

describe('the embedded database', () => {
  beforeEach(() => sandbox.copyDataDir(used.path('data')))

  it('is kept for the second start, and stopped with the server', async () => {
    const admin = { ADMIN_EMAIL: 'rosa@example.com', ADMIN_PASSWORD: 'correct horse battery' }
    const running = await sandbox.start({ ...admin, NOW: '2027-03-01T12:30:00-05:00' })
    expect(running.output()).not.toContain('Created an empty database')
    expect(await health(running.port)).toMatchObject({ status: 'ok', database: true })
    const program = await fetch(`http://localhost:${running.port}/api/program`)
    expect(await program.json()).toMatchObject({
      now: expect.stringMatching(/^2027-03-01T17:/),
      is_clock_set: true,
    })
    // Due at noon.
    await expect.poll(() => running.output()).toContain('Aftercare attendance for Monday, March 1, 2027')
    const postgres = sandbox.postgresPid(sandbox.path('data', 'postgres'))
    expect(await running.stop('SIGTERM')).toBe(0)
    expect(processIdentity(postgres)).toBeNull()
    expect(existsSync(sandbox.path('data', 'aftercare.lock'))).toBe(false)
  })

  it('is taken over after only the server was killed', async () => {
    const killed = await sandbox.start({})
    const left = sandbox.postgresPid(sandbox.path('data', 'postgres'))
    await killed.stop('SIGKILL')
    expect(processIdentity(left)).not.toBeNull()
    const next = await sandbox.start({})
    expect(next.output()).toContain('Stopped an orphaned PostgreSQL')
    expect(await health(next.port)).toMatchObject({ database: true })
    expect(processIdentity(left)).toBeNull()
  })

  it('recovers after both were killed', async () => {
    const killed = await sandbox.start({})
    process.kill(sandbox.postgresPid(sandbox.path('data', 'postgres')), 'SIGKILL')
    await killed.stop('SIGKILL')
    const next = await sandbox.start({})
    expect(await health(next.port)).toMatchObject({ database: true })
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
    await expect.poll(() => health(running.port)).toMatchObject({ database: true })
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
      oneSentence(output)
    }
    writeFileSync(file, key)
    const next = await sandbox.start({})
    expect(await health(next.port)).toMatchObject({ database: true })
  })

  it('belongs to one instance: a second one fails to start and the first keeps running', async () => {
    const first = await sandbox.start({})
    const { code, output } = await sandbox.startAndFail({})
    expect(code).toBe(1)
    expect(output).toContain(`Another Aftercare (process ${first.child.pid}`)
    oneSentence(output)
    expect(await health(first.port)).toMatchObject({ status: 'ok' })
  })

  it('does not kill an unrelated process that reused an old process id', async () => {
    const pidFile = sandbox.path('data', 'postgres', 'postmaster.pid')
    writeFileSync(
      pidFile,
      `${process.pid}\n${sandbox.path('data', 'postgres')}\n0\n5432\n\n127.0.0.1\n\nready\n`,
    )
    if (isRoot) chownSync(pidFile, 0, 0)
    const next = await sandbox.start({})
    expect(await health(next.port)).toMatchObject({ database: true })
  })

  it('names the missing folder if it was elsewhere and is gone', async () => {
    rmSync(sandbox.path('data', 'postgres'), { recursive: true })
    writeFileSync(sandbox.path('data', 'postgres.location'), '/nowhere/postgres\n')
    const { code, output } = await sandbox.startAndFail({})
    expect(code).toBe(1)
    expect(output).toContain('The database folder /nowhere/postgres')
  })

  it('is left alone if another version of PostgreSQL wrote it', async () => {
    writeFileSync(sandbox.path('data', 'postgres', 'PG_VERSION'), '15\n')
    const { code, output } = await sandbox.startAndFail({})
    expect(code).toBe(1)
    expect(output).toContain('was written by PostgreSQL 15')
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
      mkdirSync(sandbox.path('data'))
      chownSync(sandbox.path('data'), NOBODY.uid, NOBODY.gid)
      const theirs = await sandbox.start({}, NOBODY)
      expect(theirs.output()).not.toContain('refuses to run as root')
      await theirs.stop('SIGTERM')
      const ours = await sandbox.start({})
      expect(ours.output()).toContain('PostgreSQL runs as nobody')
    })

    it('tells an ordinary user that the folder belongs to someone else', async () => {
      const { code, output } = await sandbox.startAndFail({}, NOBODY)
      expect(code).toBe(1)
      expect(output).toContain(
        `The data folder ${sandbox.path('data')} cannot be written to: permission denied.`,
      )
      oneSentence(output)
    })
  })
}

describe('a start fails with one sentence', () => {
  it('if the port is in use', async () => {
    const other = createServer().listen(0)
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    sandbox.copyDataDir(used.path('data'))
    const { code, output } = await sandbox.startAndFail({ PORT: String(port) })
    other.close()
    expect(code).toBe(1)
    expect(output).toContain(`Port ${port} is already in use`)
    oneSentence(output)
  })

  it('if it would run in production without a mail server', async () => {
    const { code, output } = await sandbox.startAndFail({ NODE_ENV: 'production' })
    expect(code).toBe(1)
    expect(output).toContain('SMTP_URL: is required when NODE_ENV is production')
    expect(output).toContain('PUBLIC_URL: is required when NODE_ENV is production')
    oneSentence(output)
  })

  it('if the data folder cannot be created', async () => {
    writeFileSync(sandbox.path('file'), '')
    const { code, output } = await sandbox.startAndFail({ DATA_DIR: sandbox.path('file', 'data') })
    expect(code).toBe(1)
    expect(output).toContain('cannot be written to: a part of the path is a file.')
    oneSentence(output)
  })

  it.each([
    ['is not a PostgreSQL URL', 'mysql://localhost/x', 'DATABASE_URL: must look like'],
    ['points to a closed port', 'postgresql://a:b@127.0.0.1:1/x', 'cannot be reached'],
    ['names an unknown host', 'postgresql://a:b@database.invalid/x', 'cannot be reached'],
  ])('if DATABASE_URL %s', async (_, DATABASE_URL, words) => {
    const { code, output } = await sandbox.startAndFail({ DATABASE_URL })
    expect(code).toBe(1)
    expect(output).toContain(words)
    oneSentence(output)
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
      oneSentence(newer.output)
    } finally {
      await postgres.stop()
    }
  })
})

describe.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('on %s', (signal) => {
  it('stops before Docker would kill it, even with an event stream and an incomplete request open', async () => {
    sandbox.copyDataDir(used.path('data'))
    const running = await sandbox.start({})
    const stream = await fetch(`http://localhost:${running.port}/api/live`)
    const reader = stream.body?.getReader()
    await reader?.read()
    const half = connect(running.port, 'localhost')
    half.on('error', () => {})
    half.write('POST /api/auth/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{')
    const startedAt = Date.now()
    expect(await running.stop(signal)).toBe(0)
    expect(Date.now() - startedAt).toBeLessThan(10_000)
    expect(existsSync(sandbox.path('data', 'postgres', 'postmaster.pid'))).toBe(false)
    half.destroy()
    await reader?.cancel().catch(() => {})
  })
})

it('leaves nothing running if it is stopped during start-up', () => {
  expect(interrupted).toEqual({ code: 0, hasDatabase: true, isPostgresRunning: false, isLocked: false })
})
