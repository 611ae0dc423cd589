import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, ConfigError, readConfig } from './config'
import { loadDotEnv } from './dot-env'
import { OperatorError } from './operator-error'
import { serializeError } from './serialize-error'
import { startServer } from './server'
import { onShutdownSignal } from './shutdown'

/** Less than a supervisor waits before it kills. */
const LONGEST_START_MS = 20_000

/** The only reader of the environment. A trouble of the operator's ends in one sentence and exit code 1. */
async function main() {
  const config = readConfig(loadDotEnv(process.env))
  const starting = startServer(config)
  let isStopping = false
  onShutdownSignal(async () => {
    isStopping = true
    // Ended in its middle, a start would leave its PostgreSQL behind. One that hangs is not waited for.
    const running = await Promise.race([starting.catch(() => undefined), sleep(LONGEST_START_MS)])
    await running?.stop()
    process.exit(0)
  })
  const running = await starting
  if (isStopping) return
  process.stdout.write(`\n${config.programName} is ready: ${addressOf(config, running.port)}\n`)
  if (running.firstAdminLink) {
    process.stdout.write(
      `There is no admin yet. Use this one-time link to set the password for ${config.adminEmail}:\n${running.firstAdminLink}\n`,
    )
  }
  // A parent that started us through IPC learns the address without reading the output.
  process.send?.({ ready: true, port: running.port })
}

/** Where people go; behind a proxy also where this program itself listens. */
function addressOf({ publicUrl, port }: Config, listening: number): string {
  const here = `http://localhost:${listening}`
  return publicUrl === `http://localhost:${port}` ? here : `${publicUrl} (on this machine: ${here})`
}

/** What nobody foresaw ends the process, and whoever supervises it starts it anew. No value of a query is told. */
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
