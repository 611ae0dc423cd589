import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'puppeteer-core'
import type { TcpProxy } from '../../server/testing/tcp-proxy'
import { openSession } from '../support/api'
import type { RunningServer } from '../support/server'
import { User } from './user'

export const NOW = '2026-11-16T15:40:00-05:00'
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

export type TestContext = {
  server: RunningServer
  /** Between browser and server: WebDriver's offline mode covers pages, but not service workers. */
  proxy: TcpProxy
  /** In their own browser context at desktop size; signed in if an account is given. */
  newUser(account?: { id: string }): Promise<User>
  /** Checks the layout at both widths, and saves screenshots if there is a folder for them. */
  checkLayout(user: User, name: string): Promise<void>
  /** Console errors of all pages since the last call. */
  takeErrors(): string[]
}

type Props = { browser: Browser; server: RunningServer; proxy: TcpProxy }

export function createContext({ browser, server, proxy }: Props, screenshots: string | null): TestContext {
  const users: User[] = []
  if (screenshots) mkdirSync(screenshots, { recursive: true })
  return {
    server,
    proxy,
    async newUser(account) {
      const context = await browser.createBrowserContext()
      if (account) {
        const value = await openSession(server, account.id, NOW)
        const cookie = { name: 'aftercare_session', value, domain: 'localhost', path: '/', httpOnly: true }
        await context.setCookie({ ...cookie, sameSite: 'Lax' })
      }
      const page = await context.newPage()
      await page.setViewport(DESKTOP)
      // Not the programme's time zone: nothing shown may depend on the device's.
      await page.emulateTimezone('America/Los_Angeles')
      // Logged as text: objects can no longer be read once their page is gone.
      await page.evaluateOnNewDocument(() => {
        const logError = console.error
        console.error = (...args) => logError(args.map(String).join(' '))
      })
      const user = new User(page, server.url)
      users.push(user)
      return user
    },
    async checkLayout(user, name) {
      for (const size of [PHONE, DESKTOP]) {
        await user.page.setViewport(size)
        await user.waitUntil(
          `${name} does not scroll horizontally at ${size.width} px`,
          () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
        )
        if (screenshots) await user.page.screenshot({ path: join(screenshots, `${name}-${size.width}.png`) })
      }
    },
    takeErrors: () => users.flatMap((user) => user.errors.splice(0)),
  }
}
