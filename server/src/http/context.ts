import type { ServerResponse } from 'node:http'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { Encryptor } from '../auth/encryption'
import type { PasswordHasher } from '../auth/passwords'
import type { Viewer } from '../auth/viewer'
import type { ResolveFrame } from '../client-errors/source-maps'
import type { Clock } from '../clock'
import type { Config } from '../config'
import type { Database, Db } from '../db/client'
import type { AcquireConnection } from '../live/connection-limiter'
import type { LiveHub } from '../live/live-hub'
import type { LiveStreams } from '../live/live-streams'
import type { Metrics } from '../metrics/metrics'
import type { RateLimiter } from './rate-limiter'
import type { KeyedSemaphore, Semaphore } from './semaphore'

/** The dependencies of every handler; created once at startup, or by tests. */
export type Services = {
  config: Config
  clock: Clock
  log: Logger
  metrics: Metrics
  db: Db
  pool: Database['pool']
  rateLimiter: RateLimiter
  /** By month: see `monthTransaction`. */
  monthSemaphore: KeyedSemaphore
  /** By account and browser or subnet: see `limitAttempts`. */
  signInSemaphore: KeyedSemaphore
  /** One picture at a time, so that several cannot fill the memory together. */
  logoSemaphore: Semaphore
  /** For event streams. */
  acquireConnection: AcquireConnection
  passwords: PasswordHasher
  encryptor: Encryptor
  live: LiveHub
  streams: LiveStreams
}

export type { Account, Viewer } from '../auth/viewer'

export type AppEnv = {
  Variables: {
    services: Services
    viewer: Viewer
    requestId: string
    ipAddress: string
    /** Of the web app that this server serves; null where it serves none. */
    buildId: string | null
    resolveFrame: ResolveFrame
  }
  Bindings: { incoming?: { socket?: { remoteAddress?: string } }; outgoing?: ServerResponse }
}

export type AppContext = Context<AppEnv>
