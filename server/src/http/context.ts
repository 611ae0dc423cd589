import type { ServerResponse } from 'node:http'
import type { Role } from '@aftercare/domain/access'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { Sealer } from '../auth/sealed'
import type { Clock } from '../clock'
import type { Config } from '../config'
import type { Database, Db } from '../db/client'
import type { LiveHub } from '../live/live-hub'
import type { LiveStreams } from '../live/live-streams'
import type { StreamStart } from './direct-stream'
import type { Limiter } from './limits'

/** What every handler may use; made once in main, or by the tests. */
export type Services = {
  config: Config
  clock: Clock
  log: Logger
  db: Db
  pool: Database['pool']
  limiter: Limiter
  sealer: Sealer
  live: LiveHub
  streams: LiveStreams
}

export type Account = {
  id: string
  email: string
  fullName: string
  roles: Exclude<Role, 'visitor'>[]
  sessionId: string
  sessionExpiresAt: string
  /** When use of the session was last noted. */
  sessionSeenAt: string
}

/** Whoever makes the request: an account with a live session, or nobody in particular. */
export type Viewer = { account: Account | null; roles: Role[] }

export type AppEnv = {
  Variables: {
    services: Services
    viewer: Viewer
    requestId: string
    clientAddress: string
    startStream?: StreamStart
  }
  Bindings: { incoming?: { socket?: { remoteAddress?: string } }; outgoing?: ServerResponse }
}

export type AppContext = Context<AppEnv>
