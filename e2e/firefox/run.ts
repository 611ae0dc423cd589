import puppeteer from 'puppeteer-core'
import { buildersFor } from '../../server/testing/builders'
import startPostgres from '../support/global-setup'
import { startServer } from '../support/server'
import { Line } from './line'
import { parentSteps } from './parent-steps'
import { staffSteps } from './staff-steps'
import { NOW, stageOf } from './stage'
import { runSteps } from './steps'

/** The main journeys in Firefox over WebDriver BiDi: started by `npm run test:firefox`. */
const [flag, folder] = process.argv.slice(2)
const stopPostgres = await startPostgres()
const line = new Line()
const server = await startServer(NOW, (port) => line.leadTo(port))
const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath: process.env.AFTERCARE_FIREFOX,
  extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en-US' },
})
console.log(`${await browser.version()}\n`)
try {
  const stage = stageOf({ browser, server, line }, flag === '--pictures' ? (folder ?? null) : null)
  const arrange = buildersFor(server.database.db)
  const didHold = await runSteps(stage, [...parentSteps(arrange), ...staffSteps(arrange)])
  process.exitCode = didHold ? 0 : 1
} finally {
  await browser.close()
  await line.cut()
  await server.stop()
  await stopPostgres()
}
