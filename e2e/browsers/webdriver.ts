import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../testkit/free-port.mjs'

export type Method = 'GET' | 'POST' | 'DELETE'

export type DriverSession = {
  version: string
  /** A command of the session, such as `POST /url`; throws what the browser answers as an error. */
  send<Value>(method: Method, path: string, body?: object): Promise<Value>
  /** What driver and browser have written. */
  output(): string
  close(): Promise<void>
}

const COMMAND_TIMEOUT_MS = 60_000
const START_TIMEOUT_MS = 30_000

/** Starts a WebDriver process with one session: WebKit's has one at a time. */
export async function startDriverSession(
  command: string,
  capabilities: object,
  env: NodeJS.ProcessEnv,
): Promise<DriverSession> {
  const port = await freePort()
  const driver = spawn(command, [`--port=${port}`], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [driver.stdout, driver.stderr]) stream.on('data', (data) => (output += String(data)))
  const send = async <Value>(method: Method, path: string, body?: object): Promise<Value> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: method === 'POST' ? JSON.stringify(body ?? {}) : undefined,
      signal: AbortSignal.timeout(COMMAND_TIMEOUT_MS),
    })
    const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`)
    return value
  }
  try {
    await waitUntilReady(driver, () => send('GET', '/status'))
    const session = await send<{ sessionId: string; capabilities: { browserVersion: string } }>(
      'POST',
      '/session',
      { capabilities: { alwaysMatch: capabilities } },
    )
    return {
      version: session.capabilities.browserVersion,
      send: (method, path, body) => send(method, `/session/${session.sessionId}${path}`, body),
      output: () => output,
      async close() {
        await send('DELETE', `/session/${session.sessionId}`).catch(() => undefined)
        await end(driver)
      },
    }
  } catch (error) {
    await end(driver)
    throw new Error(`${command} did not start a session: ${error}\n${output}`)
  }
}

async function waitUntilReady(driver: ChildProcess, isReady: () => Promise<unknown>): Promise<void> {
  for (const until = Date.now() + START_TIMEOUT_MS; ; await sleep(100)) {
    if (driver.exitCode !== null) throw new Error(`it ended with ${driver.exitCode}`)
    const error = await isReady().then(
      () => null,
      (reason: unknown) => reason,
    )
    if (error === null) return
    if (Date.now() > until) throw error
  }
}

async function end(driver: ChildProcess): Promise<void> {
  if (driver.exitCode !== null || driver.signalCode !== null) return
  const ended = new Promise((resolve) => driver.once('exit', resolve))
  driver.kill()
  await ended
}
