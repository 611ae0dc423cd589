import { parseArgs } from 'node:util'
import { buildersFor } from '../../server/testing/builders'
import { startTcpProxy } from '../../server/testing/tcp-proxy'
import { freePort } from '../../testkit/free-port.mjs'
import startPostgres from '../support/global-setup'
import { startServer } from '../support/server'
import { createContext, NOW } from './context'
import { startFirefox } from './firefox-user'
import { parentSteps } from './parent-steps'
import { staffSteps } from './staff-steps'
import { runSteps } from './steps'
import type { TestBrowser } from './user'
import { startWebKit } from './webkit-user'

/** The main journeys in a browser: started by `npm run test:firefox` and `npm run test:webkit`. */
const { values } = parseArgs({ options: { pictures: { type: 'string' } } })
const [name = '', ...paths] = JSON.parse(process.env.AFTERCARE_BROWSER ?? '[]') as string[]
const stopPostgres = await startPostgres()
const port = await freePort()
const proxy = await startTcpProxy(port)
const server = await startServer(NOW, { port, url: `http://localhost:${proxy.port}` })
const browser = await startBrowser()
console.log(`${browser.version}\n`)
try {
  const context = createContext({ browser, server, proxy }, values.pictures ?? null)
  const arrange = buildersFor(server.database.db)
  const didPass = await runSteps(context, [...parentSteps(arrange), ...staffSteps(arrange)])
  process.exitCode = didPass ? 0 : 1
} finally {
  await browser.close()
  proxy.close()
  await server.stop()
  await stopPostgres()
}

function startBrowser(): Promise<TestBrowser> {
  const [path = '', miniBrowser = ''] = paths
  return name === 'webkit' ? startWebKit({ driver: path, miniBrowser }) : startFirefox(path)
}
