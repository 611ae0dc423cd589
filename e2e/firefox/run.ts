import puppeteer from 'puppeteer-core'
import { buildersFor } from '../../server/testing/builders'
import { startTcpProxy } from '../../server/testing/tcp-proxy'
import { freePort } from '../../testkit/free-port.mjs'
import startPostgres from '../support/global-setup'
import { startServer } from '../support/server'
import { createContext, NOW } from './context'
import { parentSteps } from './parent-steps'
import { staffSteps } from './staff-steps'
import { runSteps } from './steps'

/** The main journeys in Firefox over WebDriver BiDi: started by `npm run test:firefox`. */
const [flag, folder] = process.argv.slice(2)
const stopPostgres = await startPostgres()
const port = await freePort()
const proxy = await startTcpProxy(port)
const server = await startServer(NOW, { port, url: `http://localhost:${proxy.port}` })
const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath: process.env.AFTERCARE_FIREFOX,
  extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en-US' },
})
console.log(`${await browser.version()}\n`)
try {
  const context = createContext({ browser, server, proxy }, flag === '--pictures' ? (folder ?? null) : null)
  const arrange = buildersFor(server.database.db)
  const didPass = await runSteps(context, [...parentSteps(arrange), ...staffSteps(arrange)])
  process.exitCode = didPass ? 0 : 1
} finally {
  await browser.close()
  proxy.close()
  await server.stop()
  await stopPostgres()
}
