import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from './config'
import { serializeError } from './serialize-error'

/** What most of the server needs of it. */
export type Log = {
  info(detail: object, message: string): void
  warn(detail: object, message: string): void
  error(detail: object, message: string): void
}

/** Keys whose values are redacted at any depth. */
const SECRETS = [
  'password',
  'token',
  'access_token',
  'refresh_token',
  'cookie',
  'authorization',
  'secret',
  'link',
]

/** Writes to standard output by default. */
export const createLog = (
  { logLevel }: Pick<Config, 'logLevel'>,
  destination?: DestinationStream,
): Logger => {
  const options: LoggerOptions = {
    level: logLevel,
    serializers: { err: serializeError },
    redact: {
      paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[secret]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
