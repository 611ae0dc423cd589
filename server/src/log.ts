import { type Logger, pino } from 'pino'
import type { Config } from './config'

/** Names whose values never reach a log, wherever they stand. */
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

export const createLog = ({ logLevel }: Pick<Config, 'logLevel'>): Logger =>
  pino({
    level: logLevel,
    redact: {
      paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[secret]',
    },
  })
