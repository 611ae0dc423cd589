import puppeteer, { type Locator, type Page } from 'puppeteer-core'
import { pageCountOf } from './pdf-pages'
import {
  DEVICE_TIME_ZONE,
  hasTexts,
  type Key,
  type Predicate,
  type Role,
  type Size,
  type TestBrowser,
  TIMEOUT_MS,
  type User,
  type Within,
} from './user'

/** Over WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<TestBrowser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en-US' },
  })
  return {
    version: await browser.version(),
    async newUser(baseUrl, session) {
      const context = await browser.createBrowserContext()
      if (session) {
        const cookie = { name: 'aftercare_session', value: session, domain: 'localhost', path: '/' }
        await context.setCookie({ ...cookie, httpOnly: true, sameSite: 'Lax' })
      }
      const page = await context.newPage()
      await page.emulateTimezone(DEVICE_TIME_ZONE)
      // Logged as text: objects can no longer be read once their page is gone. Nobody could close a print dialog.
      await page.evaluateOnNewDocument(() => {
        const logError = console.error
        console.error = (...args) => logError(args.map(String).join(' '))
        window.print = () => document.documentElement.setAttribute('data-printed', '')
      })
      return new FirefoxUser(page, baseUrl)
    },
    close: () => browser.close(),
  }
}

class FirefoxUser implements User {
  private readonly errors: string[] = []

  constructor(
    private readonly page: Page,
    private readonly baseUrl: string,
  ) {
    page.setDefaultTimeout(TIMEOUT_MS)
    page.on('pageerror', (error) => this.errors.push(error instanceof Error ? error.message : String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text())
    })
  }

  async open(path: string) {
    await this.page.goto(new URL(path, this.baseUrl).href)
  }

  async reload() {
    await this.page.reload()
  }

  async click(role: Role, name: string, within: Within = '') {
    await this.locate(byRole(role, name, within), (found) => found.click())
  }

  async clickText(text: string, within: string) {
    await this.locate(`${within}::-p-text(${text})`, (found) => found.click())
  }

  /** The field itself: its label has the same name. */
  async fill(label: string, value: string, within: Within = '') {
    await this.locate(`${selectorOf(within)} :is(input, textarea)::-p-aria([name="${label}"])`, (found) =>
      found.fill(value),
    )
  }

  /** In the order of the United States. */
  async typeDate(selector: string, day: string) {
    const [year = '', month = '', dayOfMonth = ''] = day.split('-')
    await this.locate(selector, (found) => found.click())
    await this.pressKeys('Home')
    await this.page.keyboard.type(month + dayOfMonth + year)
  }

  async pressKeys(...keys: Key[]) {
    for (const key of keys) await this.page.keyboard.press(key as Parameters<Page['keyboard']['press']>[0])
  }

  async seesText(text: string, within = '') {
    await this.locate(`${within} ::-p-text(${text})`, (found) => found.wait())
  }

  async seesRole(role: Role, name: string, within: Within = '') {
    await this.locate(byRole(role, name, within), (found) => found.wait())
  }

  async isAt(path: string) {
    await this.waitUntil(
      `the URL is ${path}`,
      (wanted) => location.pathname + location.search === wanted,
      path,
    )
  }

  async seesTexts(selector: string, texts: readonly string[]) {
    const description = `the texts are ${texts.join(', ')}`
    await this.waitUntil(description, hasTexts, selector, JSON.stringify(texts))
  }

  async waitUntil(description: string, predicate: Predicate, ...args: string[]) {
    await this.page.waitForFunction(predicate, { polling: 100 }, ...args).catch((error) => {
      throw new Error(`Waited until ${description}, at ${this.page.url()}: ${error.message}`)
    })
  }

  async setSize(size: Size) {
    await this.page.setViewport(size)
  }

  async screenshot(path: string) {
    await this.page.screenshot({ path: path as `${string}.png` })
  }

  async seesPrintDialog() {
    await this.page.waitForSelector('html[data-printed]')
  }

  async countPrintedPages() {
    return pageCountOf(await this.page.pdf({ format: 'letter' }))
  }

  takeErrors() {
    return this.errors.splice(0)
  }

  private async locate(selector: string, act: (found: Locator<Element>) => Promise<unknown>) {
    await act(this.page.locator(selector.trim())).catch((error) => {
      throw new Error(`${selector.trim()} at ${this.page.url()}: ${error.message}`)
    })
  }
}

const selectorOf = (within: Within): string =>
  typeof within === 'string' ? within : aria(within.role, within.name)

const byRole = (role: Role, name: string, within: Within) =>
  `${selectorOf(within)} ${aria(role, name)}`.trim()

const aria = (role: Role, name: string) => `::-p-aria([name="${name}"][role="${role}"])`
