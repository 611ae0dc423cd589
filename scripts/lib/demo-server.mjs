import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../testkit/free-port.mjs'
import { root } from './paths.mjs'
import { CliError } from './processes.mjs'

/** An afternoon in November: children have arrived and registration for a month is open. */
const NOW = '2026-11-16T15:40:00-05:00'
const PASSWORD = 'aftercare-demo'

export const STAFF = 'admin@example.com'
export const ATTENDANCE = 'aide@example.com'
export const PARENT = 'dana.okafor@example.com'
export const SECOND_ADULT = 'kemi.okafor@example.com'
export const NEWCOMER = 'new.parent@example.com'

const STAFF_HOMES = { [STAFF]: '/admin/dashboard', [ATTENDANCE]: '/admin/day-reports/board' }

/** The demo in its own process, on a free port. */
export async function startDemo() {
  const port = await freePort()
  const env = { ...process.env, NOW, PORT: String(port), LOG_LEVEL: 'silent' }
  const child = spawn(process.execPath, [join(root, 'scripts', 'demo.mjs')], { env, stdio: 'ignore' })
  const url = `http://localhost:${port}`
  for (let tries = 0; tries < 240; tries += 1) {
    if (child.exitCode !== null) break
    if (
      await fetch(`${url}/api/health`).then(
        (answer) => answer.ok,
        () => false,
      )
    ) {
      return { url, stop: () => child.kill('SIGTERM') }
    }
    await sleep(250)
  }
  child.kill('SIGTERM')
  throw new CliError('The demo did not start. Try npm run demo.')
}

/** Signs in one of the demo's users by the form; returns the browser's storage state. */
export async function signIn(browser, url, who) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const staffHome = STAFF_HOMES[who]
  await page.goto(url + (staffHome ? '/admin/login' : '/auth'))
  await page.getByLabel('Email').first().fill(who)
  await page.getByLabel('Password', { exact: true }).first().fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL(`**${staffHome ?? '/dashboard'}`)
  const state = await context.storageState()
  await context.close()
  return state
}
