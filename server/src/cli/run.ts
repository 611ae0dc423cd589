import { type Config, ConfigError, readConfig } from '../config'
import { explainDatabaseError } from '../db/explain-database-error'
import { findOrStartPostgres, type PostgresLog, startPostgres } from '../db/postgres/supervisor'
import { loadDotEnv } from '../dot-env'
import { OperatorError } from '../operator-error'

export type Command = { config: Config; databaseUrl: string; args: string[]; say(text: string): void }

const quiet: PostgresLog = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * Runs a command of the operator's on the database: DATABASE_URL, or the embedded one, whose running server is
 * used unless the command needs the folder for itself. What `check` finds wrong is said before anything is touched.
 */
export async function runCommand(
  body: (command: Command) => Promise<void>,
  { alone = false, check }: { alone?: boolean; check?: (args: string[], config: Config) => unknown } = {},
): Promise<void> {
  const say = (text: string) => process.stdout.write(`${text}\n`)
  try {
    const config = readConfig(loadDotEnv(process.env))
    const args = process.argv.slice(2)
    await check?.(args, config)
    const start = alone ? startPostgres : findOrStartPostgres
    const postgres = config.databaseUrl ? null : await start({ dataDir: config.dataDir, log: quiet })
    const databaseUrl = config.databaseUrl ?? postgres?.url ?? ''
    try {
      await body({ config, databaseUrl, args, say })
    } finally {
      await postgres?.stop()
    }
  } catch (error) {
    const isSentence = error instanceof OperatorError || error instanceof ConfigError
    process.stderr.write(`${isSentence ? error.message : explainDatabaseError(error).message}\n`)
    process.exitCode = 1
  }
}

/** npm changes to the project's folder; a file named on the command line is meant from where it was typed. */
export const invocationCwd = (): string => process.env.INIT_CWD ?? process.cwd()
