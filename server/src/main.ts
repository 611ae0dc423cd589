import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, ConfigError, readConfig } from './config'
import { loadDotEnv } from './dot-env'
import { OperatorError } from './operator-error'
import { serializeError } from './serialize-error'
import { startServer } from './server'
import { onShutdownSignal } from './shutdown'

/** Less than a supervisor waits before SIGKILL. */
const MAX_START_MS = 20_000

/** The only place that reads the environment. An OperatorError prints one sentence and exits with code 1. */
async function main() {
  const config = readConfig(loadDotEnv(process.env))
  const starting = startServer(config)
  let isStopping = false
  onShutdownSignal(async () => {
    isStopping = true
    // Exiting during startup would leave an orphaned PostgreSQL, so wait for it to finish, but not forever.
    const running = await Promise.race([starting.catch(() => undefined), sleep(MAX_START_MS)])
    await running?.stop()
    process.exit(0)
  })
  const running = await starting
  if (isStopping) return
  process.stdout.write(`\n${config.program.name} is ready: ${displayUrl(config, running.port)}\n`)
  if (running.firstAdminLink) {
    process.stdout.write(
      `There is no admin yet. Use this one-time link to set the password for ${config.adminEmail}:\n${running.firstAdminLink}\n`,
    )
  }
  // Sends the port to a parent process over IPC, which need not parse the output.
  process.send?.({ ready: true, port: running.port })
}

/** The public URL; behind a proxy also the local one. */
function displayUrl({ publicUrl, port }: Config, listening: number): string {
  const local = `http://localhost:${listening}`
  return publicUrl === `http://localhost:${port}` ? local : `${publicUrl} (on this machine: ${local})`
}

/** An unexpected error ends the process; its supervisor restarts it. Query values are not printed. */
process.on('uncaughtException', (error) => {
  process.stderr.write(`\nExiting after an error: ${JSON.stringify(serializeError(error))}\n`)
  process.exit(1)
})

main().catch((error) => {
  const isExpected = error instanceof OperatorError || error instanceof ConfigError
  process.stderr.write(
    `\n${isExpected ? error.message : `Aftercare cannot start: ${JSON.stringify(serializeError(error), null, 2)}`}\n`,
  )
  process.exit(1)
})
