import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { processIdentity } from '../server/src/db/postgres/process-identity'
import type { BuiltServer } from '../testkit/built-server'
import { buildForTests } from './lib/test-build.mjs'
import { expectOneSentence, healthOf, ServerSandbox } from './testing/server-sandbox'

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

describe('a second start', () => {
  const ADMIN = { ADMIN_EMAIL: 'rosa@example.com', ADMIN_PASSWORD: 'correct horse battery' }
  let own: ServerSandbox
  let running: BuiltServer
  beforeAll(async () => {
    own = new ServerSandbox(build)
    own.copyDataDir(used.path('data'))
    running = await own.start({ ...ADMIN, NOW: '2027-03-01T12:30:00-05:00' })
  })
  afterAll(() => own.clear())

  it('keeps the database', async () => {
    expect(running.output()).not.toContain('Created an empty database')
    expect(running.output()).toMatch(/^\{[^\n]*"version":"\d+\.\d+\.\d+"[^\n]*"msg":"starting"/)
    expect(await healthOf(running.port)).toMatchObject({ status: 'ok', database: true })
    const program = await fetch(`http://localhost:${running.port}/api/program`)
    expect(await program.json()).toMatchObject({
      now: expect.stringMatching(/^2027-03-01T17:/),
      is_clock_set: true,
    })
    // Due at noon.
    await expect.poll(() => running.output()).toContain('Aftercare attendance for Monday, March 1, 2027')
  })

  it('renders visitors’ pages from it, which are cached until a text changes', async () => {
    const url = `http://localhost:${running.port}`
    // Without the programme's details, which include the time.
    const landing = async () => (await (await fetch(url)).text()).replace(/<meta name="program".*/, '')
    const first = await landing()
    expect(first).toContain('<html data-url="/" data-day=')
    expect(await landing()).toBe(first)
    const send = (path: string, body: object, cookie = '') =>
      fetch(`${url}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url, cookie },
        body: JSON.stringify(body),
      })
    const signedIn = await send('/auth/sign-in', { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD })
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const about = {
      _user_id: '',
      _title: 'Our afternoons',
      _description: 'Play and rest.',
      _program_hours: '3:30 PM - 6:00 PM',
      _pricing: '$20 a day',
      _contact: 'office@example.com',
    }
    expect((await send('/rpc/update_about_aftercare', about, cookie)).status).toBe(200)
    await expect.poll(landing).toContain('>Our afternoons<')
  })

  it('owns it: another instance fails to start and this one keeps running', async () => {
    const { code, output } = await own.startAndFail({})
    expect(code).toBe(1)
    expect(output).toContain(`Another Aftercare (process ${running.child.pid}`)
    expectOneSentence(output)
    expect(await healthOf(running.port)).toMatchObject({ status: 'ok' })
  })

  it('stops with its database on SIGTERM before Docker would kill it, even with an event stream and an incomplete request open', async () => {
    const postgres = own.postgresPid(own.path('data', 'postgres'))
    const stream = await fetch(`http://localhost:${running.port}/api/live`)
    const reader = stream.body?.getReader()
    await reader?.read()
    const half = connect(running.port, 'localhost')
    half.on('error', () => {})
    half.write('POST /api/auth/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{')
    const startedAt = Date.now()
    expect(await running.stop('SIGTERM')).toBe(0)
    expect(Date.now() - startedAt).toBeLessThan(10_000)
    expect(processIdentity(postgres)).toBeNull()
    expect(existsSync(own.path('data', 'postgres', 'postmaster.pid'))).toBe(false)
    expect(existsSync(own.path('data', 'aftercare.lock'))).toBe(false)
    half.destroy()
    await reader?.cancel().catch(() => {})
  })
})

describe('the embedded database', () => {
  beforeEach(() => sandbox.copyDataDir(used.path('data')))

  it('is taken over after only the server was killed', async () => {
    const killed = await sandbox.start({})
    const left = sandbox.postgresPid(sandbox.path('data', 'postgres'))
    await killed.stop('SIGKILL')
    expect(processIdentity(left)).not.toBeNull()
    const next = await sandbox.start({})
    expect(next.output()).toContain('Stopped an orphaned PostgreSQL')
    expect(await healthOf(next.port)).toMatchObject({ database: true })
    expect(processIdentity(left)).toBeNull()
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
    expectOneSentence(output)
  })

  it('if it would run in production without a mail server', async () => {
    const { code, output } = await sandbox.startAndFail({ NODE_ENV: 'production' })
    expect(code).toBe(1)
    expect(output).toContain('SMTP_URL: is required when NODE_ENV is production')
    expect(output).toContain('PUBLIC_URL: is required when NODE_ENV is production')
    expectOneSentence(output)
  })

  it('if the data folder cannot be created', async () => {
    writeFileSync(sandbox.path('file'), '')
    const { code, output } = await sandbox.startAndFail({ DATA_DIR: sandbox.path('file', 'data') })
    expect(code).toBe(1)
    expect(output).toContain('cannot be written to: a part of the path is a file.')
    expectOneSentence(output)
  })

  it.each([
    ['is not a PostgreSQL URL', 'mysql://localhost/x', 'DATABASE_URL: must look like'],
    ['points to a closed port', 'postgresql://a:b@127.0.0.1:1/x', 'cannot be reached'],
  ])('if DATABASE_URL %s', async (_, DATABASE_URL, words) => {
    const { code, output } = await sandbox.startAndFail({ DATABASE_URL })
    expect(code).toBe(1)
    expect(output).toContain(words)
    expectOneSentence(output)
  })
})

it('leaves nothing running if it is stopped during start-up', () => {
  expect(interrupted).toEqual({ code: 0, hasDatabase: true, isPostgresRunning: false, isLocked: false })
})
