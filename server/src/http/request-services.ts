import type { Logger } from 'pino'
import type { Services } from './context'

/**
 * What a request's handlers use, with a log that names the request. A class and not a copy with a getter of its own:
 * all requests' then look the same to Node, which else looks up each field of each anew.
 */
export class RequestServices implements Services {
  readonly config
  readonly clock
  readonly db
  readonly pool
  readonly limiter
  readonly sealer
  readonly live
  readonly streams
  readonly #log: Logger
  readonly #requestId: string
  #child: Logger | undefined

  constructor(services: Services, requestId: string) {
    this.config = services.config
    this.clock = services.clock
    this.db = services.db
    this.pool = services.pool
    this.limiter = services.limiter
    this.sealer = services.sealer
    this.live = services.live
    this.streams = services.streams
    this.#log = services.log
    this.#requestId = requestId
  }

  /** Made when it is first asked for: most requests have nothing to say. */
  get log(): Logger {
    this.#child ??= this.#log.child({ requestId: this.#requestId })
    return this.#child
  }
}
