import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TcpProxy } from '../../server/testing/tcp-proxy'
import { openSession } from '../support/api'
import type { RunningServer } from '../support/server'
import type { TestBrowser, User } from './user'

export const NOW = '2026-11-16T15:40:00-05:00'
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

export type TestContext = {
  server: RunningServer
  /** Between browser and server: a driver's offline mode covers pages, but not service workers. */
  proxy: TcpProxy
  /** In their own browser context at desktop size; signed in if an account is given. */
  newUser(account?: { id: string }): Promise<User>
  /** Checks the layout at both widths, and saves screenshots if there is a folder for them. */
  checkLayout(user: User, name: string): Promise<void>
  /** What every user sees, if there is a folder for screenshots. */
  saveScreens(name: string): Promise<void>
  /** Console errors of all pages since the last call. */
  takeErrors(): string[]
}

type Props = { browser: TestBrowser; server: RunningServer; proxy: TcpProxy }

export function createContext({ browser, server, proxy }: Props, screenshots: string | null): TestContext {
  const users: User[] = []
  if (screenshots) mkdirSync(screenshots, { recursive: true })
  return {
    server,
    proxy,
    async newUser(account) {
      const session = account ? await openSession(server, account.id) : null
      const user = await browser.newUser(server.url, session)
      await user.setSize(DESKTOP)
      users.push(user)
      return user
    },
    async checkLayout(user, name) {
      for (const size of [PHONE, DESKTOP]) {
        await user.setSize(size)
        await user.waitUntil(
          `${name} does not scroll horizontally at ${size.width} px`,
          () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
        )
        if (screenshots) await user.screenshot(join(screenshots, `${name}-${size.width}.png`))
      }
    },
    async saveScreens(name) {
      if (!screenshots) return
      for (const [index, user] of users.entries())
        await user.screenshot(join(screenshots, `${name}-${index}.png`)).catch(() => undefined)
    },
    takeErrors: () => users.flatMap((user) => user.takeErrors()),
  }
}
