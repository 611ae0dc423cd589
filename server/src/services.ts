import type { Logger } from 'pino'
import { createEncryptor } from './auth/encryption'
import { createPasswordHasher, type HashCost } from './auth/passwords'
import { readSecretsKey } from './auth/secrets-key'
import type { Clock } from './clock'
import type { Config } from './config'
import { openDatabase } from './db/client'
import type { Services } from './http/context'
import { createRateLimiter } from './http/rate-limiter'
import { createKeyedSemaphore, createSemaphore } from './http/semaphore'
import { createConnectionLimiter } from './live/connection-limiter'
import { createLiveHub } from './live/live-hub'
import { createLiveStreams } from './live/live-streams'
import { createMetrics } from './metrics/metrics'

/**
 * A month's queue. Three months at once take 18 of the pool's 20 connections and leave two for everybody else. The last
 * in a queue wait about 40 seconds: after a minute a proxy would give up. Overflow gets 503 with Retry-After 20.
 */
const MONTH_QUEUE = { permits: 6, maxQueued: 1_000, retryAfterSeconds: 20 }

/** The dependencies that handlers share, on a migrated database. */
export function createServices(options: {
  config: Config
  clock: Clock
  log: Logger
  databaseUrl: string
  /** For tests only: no setting makes hashing cheap. */
  hashCost?: HashCost
}) {
  const { config, clock, log, databaseUrl } = options
  const encryptor = createEncryptor(readSecretsKey(config))
  const { db, pool, close } = openDatabase(
    config.databasePoolUrl ?? databaseUrl,
    (error) => log.warn({ err: error }, 'idle database connection failed'),
    { throughPooler: config.databasePoolUrl !== undefined },
  )
  const live = createLiveHub(databaseUrl, log)
  const streams = createLiveStreams({ live, db, clock, log, config })
  const services: Services = {
    config,
    clock,
    log,
    metrics: createMetrics(),
    db,
    pool,
    live,
    streams,
    rateLimiter: createRateLimiter(db, encryptor),
    monthSemaphore: createKeyedSemaphore(MONTH_QUEUE),
    signInSemaphore: createKeyedSemaphore({ permits: 1, maxQueued: 100, retryAfterSeconds: 10 }),
    logoSemaphore: createSemaphore({ permits: 1, maxQueued: 4, retryAfterSeconds: 5 }),
    acquireConnection: createConnectionLimiter(),
    passwords: createPasswordHasher(options.hashCost),
    encryptor,
  }
  return { services, close: () => live.stop().then(close) }
}
