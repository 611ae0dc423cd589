import { randomUUID } from 'node:crypto'
import { type Logger, pino } from 'pino'
import { afterAll, inject } from 'vitest'
import { createApp } from '../src/app'
import type { HashCost } from '../src/auth/passwords'
import { createSession } from '../src/auth/sessions.queries'
import { type Clock, createClock, type ProgramZone } from '../src/clock'
import { type Config, readConfig } from '../src/config'
import type { Services } from '../src/http/context'
import type { LiveStreams } from '../src/live/live-streams'
import { loadProgram } from '../src/program/program-details.queries'
import { createServices } from '../src/services'
import { checkResponse } from './check-response'
import { createDatabase, TEMPLATE, urlFor } from './databases'
import { composeDueEvents } from './mails'

export type TestApp = {
  services: Services
  databaseUrl: string
  /** Sends requests without a session. After each change the mails that are due are composed. */
  visitor: TestClient
  /** Sends requests as the account, with a real session. */
  as(account: { id: string }): Promise<TestClient>
  setNow(instant: string): void
  stop(): Promise<void>
}

export type TestResponse<T = unknown> = { status: number; body: T; headers: Headers }

export type TestClient = {
  get<T = any>(path: string, headers?: Record<string, string>): Promise<TestResponse<T>>
  post<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse<T>>
  put<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse<T>>
  patch<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse<T>>
  delete<T = any>(path: string, headers?: Record<string, string>, body?: unknown): Promise<TestResponse<T>>
  /** The raw response, for streams and files. */
  raw(path: string, init?: RequestInit): Promise<Response>
}

/** Production hashing takes 20 ms of CPU time per password. */
const CHEAP_HASHING: HashCost = { memoryCost: 64, timeCost: 1, parallelism: 1 }

export type TestAppOptions = {
  now?: string
  env?: Record<string, string>
  log?: Logger
  /** The database of another instance, or a restored one, instead of a new one. */
  databaseUrl?: string
  /** Use production hashing cost. */
  productionHashing?: boolean
}

const running = new Set<TestApp>()

/** Those of files whose tests never ran, or that a failed test left behind. */
export async function stopRunningApps(): Promise<void> {
  await Promise.all([...running].map((app) => app.stop()))
}

/** The app for all tests of a file; stopped after them. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startTestApp(options)
  afterAll(app.stop)
  return app
}

/** The first connection resyncs all streams: one that a test opens while that is under way would get it too. */
const firstResync = (streams: LiveStreams) =>
  new Promise<void>((resolve) => {
    const remove = streams.add({
      viewer: { account: null, roles: ['visitor'] },
      write: () => {
        remove()
        resolve()
      },
      end: () => undefined,
    })
  })

/** The real app on its own database. By default the clock starts on a Monday morning in November 2026. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const databaseUrl = options.databaseUrl ?? (await newDatabase())
  const config: Config = {
    ...readConfig({ SECRETS_KEY: 'a key of the tests and of nothing else', ...options.env }),
    databaseUrl,
  }
  const log = options.log ?? pino({ level: 'silent' })
  const clock = settableClock(config.program, options.now ?? '2026-11-16T09:00:00-05:00')
  const { services, close } = createServices({
    config,
    clock,
    log,
    databaseUrl,
    ...(!options.productionHashing && { hashCost: CHEAP_HASHING }),
  })
  await firstResync(services.streams)
  await loadProgram(services.db, config)
  const app = createApp(services)

  const clientWith = (cookie?: string): TestClient => {
    const raw: TestClient['raw'] = async (path, init = {}) => {
      const headers = new Headers(init.headers)
      if (cookie) headers.set('cookie', cookie)
      return app.request(path, { ...init, headers })
    }
    const send = async (
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) => {
      const response = await raw(path, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (method !== 'GET') await composeDueEvents(services)
      const isJson = response.headers.get('content-type')?.includes('json')
      const read = isJson ? JSON.parse(text) : text
      const isFile = response.headers.has('content-disposition')
      if (response.status === 200 && isJson && !isFile) checkResponse(method, path, read)
      return { status: response.status, body: read, headers: response.headers }
    }
    return {
      get: (path, headers) => send('GET', path, undefined, headers),
      post: (path, body, headers) => send('POST', path, body, headers),
      put: (path, body, headers) => send('PUT', path, body, headers),
      patch: (path, body, headers) => send('PATCH', path, body, headers),
      delete: (path, headers, body) => send('DELETE', path, body, headers),
      raw,
    } as TestClient
  }

  const started: TestApp = {
    services,
    databaseUrl,
    visitor: clientWith(),
    async as(account) {
      const secret = await createSession(services.db, account.id, clock.now(), config.staffSession)
      return clientWith(`aftercare_session=${secret}`)
    },
    setNow: (instant) => clock.set(instant),
    stop: async () => {
      if (running.delete(started)) await close()
    },
  }
  running.add(started)
  return started
}

async function newDatabase(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const serverUrl = inject('postgresUrl')
  await createDatabase(serverUrl, name, TEMPLATE)
  return urlFor(serverUrl, name)
}

function settableClock(program: ProgramZone, startAt: string): Clock & { set(instant: string): void } {
  let clock = createClock(program, startAt)
  return {
    now: () => clock.now(),
    today: () => clock.today(),
    get offsetMs() {
      return clock.offsetMs
    },
    set: (instant) => {
      clock = createClock(program, instant)
    },
  }
}
