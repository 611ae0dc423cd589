import type { Locator, Page } from 'puppeteer-core'

// Generous, for busy machines.
const TIMEOUT_MS = 60_000

/** A user of Firefox: finds elements by role and name, and waits for them. */
export class Person {
  readonly faults: string[] = []

  constructor(
    readonly page: Page,
    private readonly home: string,
  ) {
    page.setDefaultTimeout(TIMEOUT_MS)
    page.on('pageerror', (error) => this.faults.push(error instanceof Error ? error.message : String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') this.faults.push(message.text())
    })
  }

  async open(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.home).href)
  }

  /** Exact names, as Firefox computes them; `inside` narrows to a part of the page. */
  async press(role: string, name: string, inside = ''): Promise<void> {
    await this.on(byRole(role, name, inside), (found) => found.click())
  }

  async pressText(words: string, inside: string): Promise<void> {
    await this.on(`${inside}::-p-text(${words})`, (found) => found.click())
  }

  /** The field itself: its label has the same name. */
  async write(label: string, value: string, inside = ''): Promise<void> {
    await this.on(`${inside} :is(input, textarea)::-p-aria([name="${label}"])`, (found) => found.fill(value))
  }

  async pressKeys(...keys: Parameters<Page['keyboard']['press']>[0][]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  async sees(words: string, inside = ''): Promise<void> {
    await this.on(`${inside} ::-p-text(${words})`, (found) => found.wait())
  }

  async seesNamed(role: string, name: string, inside = ''): Promise<void> {
    await this.on(byRole(role, name, inside), (found) => found.wait())
  }

  async isAt(path: string): Promise<void> {
    await this.becomes(
      `the address ${path}`,
      (wanted) => location.pathname + location.search === wanted,
      path,
    )
  }

  /** The texts of all matching elements, in order. */
  async reads(selector: string, texts: readonly string[]): Promise<void> {
    await this.becomes(
      texts.join(', '),
      (css, wanted) => {
        const shown = [...document.querySelectorAll<HTMLElement>(css)]
        return JSON.stringify(shown.map((one) => one.innerText.replace(/\s+/g, ' ').trim())) === wanted
      },
      selector,
      JSON.stringify(texts),
    )
  }

  /** Waits until the predicate holds in the page; the error says what it waited for. */
  async becomes(
    what: string,
    isSo: (...given: string[]) => boolean | Promise<boolean>,
    ...given: string[]
  ): Promise<void> {
    await this.page.waitForFunction(isSo, { polling: 100 }, ...given).catch((error) => {
      throw new Error(`${what} did not come at ${this.page.url()}: ${error.message}`)
    })
  }

  private async on(selector: string, act: (found: Locator<Element>) => Promise<unknown>): Promise<void> {
    await act(this.page.locator(selector.trim())).catch((error) => {
      throw new Error(`${selector.trim()} at ${this.page.url()}: ${error.message}`)
    })
  }
}

const byRole = (role: string, name: string, inside = '') =>
  `${inside} ::-p-aria([name="${name}"][role="${role}"])`.trim()
