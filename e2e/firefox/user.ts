import type { Locator, Page } from 'puppeteer-core'

// Generous, for busy machines.
const TIMEOUT_MS = 60_000

/** A user of Firefox: finds elements by role and name, and waits for them. */
export class User {
  readonly errors: string[] = []

  constructor(
    readonly page: Page,
    private readonly baseUrl: string,
  ) {
    page.setDefaultTimeout(TIMEOUT_MS)
    page.on('pageerror', (error) => this.errors.push(error instanceof Error ? error.message : String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text())
    })
  }

  async open(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.baseUrl).href)
  }

  /** Exact names, as Firefox computes them; `within` narrows to a part of the page. */
  async click(role: string, name: string, within = ''): Promise<void> {
    await this.locate(byRole(role, name, within), (found) => found.click())
  }

  async clickText(text: string, within: string): Promise<void> {
    await this.locate(`${within}::-p-text(${text})`, (found) => found.click())
  }

  /** The field itself: its label has the same name. */
  async fill(label: string, value: string, within = ''): Promise<void> {
    await this.locate(`${within} :is(input, textarea)::-p-aria([name="${label}"])`, (found) =>
      found.fill(value),
    )
  }

  async pressKeys(...keys: Parameters<Page['keyboard']['press']>[0][]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  async seesText(text: string, within = ''): Promise<void> {
    await this.locate(`${within} ::-p-text(${text})`, (found) => found.wait())
  }

  async seesRole(role: string, name: string, within = ''): Promise<void> {
    await this.locate(byRole(role, name, within), (found) => found.wait())
  }

  async isAt(path: string): Promise<void> {
    await this.waitUntil(
      `the URL is ${path}`,
      (wanted) => location.pathname + location.search === wanted,
      path,
    )
  }

  /** The texts of all matching elements, in order. */
  async seesTexts(selector: string, texts: readonly string[]): Promise<void> {
    await this.waitUntil(
      `the texts are ${texts.join(', ')}`,
      (css, wanted) => {
        const shown = [...document.querySelectorAll<HTMLElement>(css)]
        return JSON.stringify(shown.map((one) => one.innerText.replace(/\s+/g, ' ').trim())) === wanted
      },
      selector,
      JSON.stringify(texts),
    )
  }

  /** Waits until the predicate holds in the page; the description goes into the error. */
  async waitUntil(
    description: string,
    predicate: (...args: string[]) => boolean | Promise<boolean>,
    ...args: string[]
  ): Promise<void> {
    await this.page.waitForFunction(predicate, { polling: 100 }, ...args).catch((error) => {
      throw new Error(`Waited until ${description}, at ${this.page.url()}: ${error.message}`)
    })
  }

  private async locate(selector: string, act: (found: Locator<Element>) => Promise<unknown>): Promise<void> {
    await act(this.page.locator(selector.trim())).catch((error) => {
      throw new Error(`${selector.trim()} at ${this.page.url()}: ${error.message}`)
    })
  }
}

const byRole = (role: string, name: string, within = '') =>
  `${within} ::-p-aria([name="${name}"][role="${role}"])`.trim()
