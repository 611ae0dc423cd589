import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'puppeteer-core'
import { openSession } from '../support/api'
import type { RunningServer } from '../support/server'
import type { Line } from './line'
import { Person } from './person'

export const NOW = '2026-11-16T15:40:00-05:00'
const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 800 }

export type Stage = {
  server: RunningServer
  line: Line
  /** In their own browser context at desktop size; signed in if an account is given. */
  comes(account?: { id: string }): Promise<Person>
  /** The screen holds at both widths; with a folder for pictures it is kept at both. */
  looks(person: Person, name: string): Promise<void>
  /** Console errors of all pages since the last call. */
  faults(): string[]
}

type Props = { browser: Browser; server: RunningServer; line: Line }

export function stageOf({ browser, server, line }: Props, pictures: string | null): Stage {
  const people: Person[] = []
  if (pictures) mkdirSync(pictures, { recursive: true })
  return {
    server,
    line,
    async comes(account) {
      const context = await browser.createBrowserContext()
      if (account) {
        const value = await openSession(server, account.id, NOW)
        const cookie = { name: 'aftercare_session', value, domain: 'localhost', path: '/', httpOnly: true }
        await context.setCookie({ ...cookie, sameSite: 'Lax' })
      }
      const page = await context.newPage()
      await page.setViewport(DESK)
      // Not the programme's time zone: nothing shown may depend on the device's.
      await page.emulateTimezone('America/Los_Angeles')
      // Told as words: of an object nothing can be read any more once its page was left.
      await page.evaluateOnNewDocument(() => {
        const tell = console.error
        console.error = (...told) => tell(told.map(String).join(' '))
      })
      const person = new Person(page, server.url)
      people.push(person)
      return person
    },
    async looks(person, name) {
      for (const size of [PHONE, DESK]) {
        await person.page.setViewport(size)
        await person.becomes(
          `${name} without scrolling sideways at ${size.width}`,
          () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
        )
        if (pictures) await person.page.screenshot({ path: join(pictures, `${name}-${size.width}.png`) })
      }
    },
    faults: () => people.flatMap((person) => person.faults.splice(0)),
  }
}
