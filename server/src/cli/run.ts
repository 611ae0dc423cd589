import { type Config, ConfigError, readConfig } from '../config'
import { explainDatabaseError } from '../db/explain-database-error'
import { findOrStartPostgres, type PostgresLog, startPostgres } from '../db/postgres/supervisor'
import { loadDotEnv } from '../dot-env'

export type Command = { config: Config; databaseUrl: string; args: string[]; print(text: string): void }

const quiet: PostgresLog = { info: () => {}, warn: () => {}, error: () => {} }

type Options = {
  /** The embedded database must not be in use. */
  exclusive?: boolean
  /** With these arguments the command only reads: it creates no database either. */
  isReadOnly?: (args: string[]) => boolean
  /** Runs before anything is changed. */
  check?: (args: string[], config: Config) => unknown
}

/** Runs an operator command on the database: DATABASE_URL, or the embedded one, whose running server is used. */
export async function runCommand(
  body: (command: Command) => Promise<void>,
  { exclusive = false, isReadOnly, check }: Options = {},
): Promise<void> {
  const print = (text: string) => process.stdout.write(`${text}\n`)
  try {
    const config = readConfig(loadDotEnv(process.env))
    const args = process.argv.slice(2)
    await check?.(args, config)
    const start = exclusive ? startPostgres : findOrStartPostgres
    const options = { dataDir: config.dataDir, log: quiet, readOnly: isReadOnly?.(args) ?? false }
    const postgres = config.databaseUrl ? null : await start(options)
    const databaseUrl = config.databaseUrl ?? postgres?.url ?? ''
    try {
      await body({ config, databaseUrl, args, print })
    } finally {
      await postgres?.stop()
    }
  } catch (error) {
    process.stderr.write(`${(error instanceof ConfigError ? error : explainDatabaseError(error)).message}\n`)
    process.exitCode = 1
  }
}

/** npm changes to the project directory; paths on the command line are relative to where npm was invoked. */
export const invocationCwd = (): string => process.env.INIT_CWD ?? process.cwd()
