import type { Browser, Page } from '@playwright/test'

/** Cannot be undone: a page on which a test has called these is not reused. */
const IRREVERSIBLE = ['addInitScript', 'exposeFunction', 'on', 'close'] as const
/** Likewise: with one of these no later page finds its performance entries. */
const SET_CLOCK = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const

/** In the page. Until then, a click on what the server rendered does nothing. */
const isHydrated = () =>
  document.documentElement.dataset.url === undefined || performance.getEntriesByName('app-ready').length > 0

/**
 * One page for the tests of a worker, emptied after each: a new one for every test costs 0.7 s of CPU, a quarter of
 * the whole run.
 */
export class ReusedPage {
  private page: Page | undefined
  private key = ''

  constructor(private readonly browser: Browser) {}

  /** The page for this URL and size, or a new one with the test's options. */
  async get(key: string): Promise<Page> {
    if (this.page && this.key === key) return this.page
    await this.close()
    const context = await this.browser.newContext()
    const page = await context.newPage()
    const retire = () => {
      this.key = ''
    }
    retireOn(page, IRREVERSIBLE, retire)
    retireOn(context, IRREVERSIBLE, retire)
    retireOn(page.clock, SET_CLOCK, retire)
    const goto = page.goto.bind(page)
    page.goto = async (url, options) => {
      const response = await goto(url, options)
      if (options?.waitUntil === undefined) await page.waitForFunction(isHydrated)
      return response
    }
    this.page = page
    this.key = key
    return page
  }

  /** Navigates to a plain file of the same origin and clears the browser's storage. */
  async empty(origin: string, size: { width: number; height: number } | null): Promise<void> {
    const { page } = this
    if (!page || page.isClosed() || this.key === '') return this.close()
    const context = page.context()
    await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll()])
    await context.setOffline(false)
    for (const other of context.pages()) if (other !== page) await other.close()
    await page.goto(`${origin}/favicon.svg`)
    await page.evaluate(() => sessionStorage.clear())
    const devtools = await context.newCDPSession(page)
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await devtools.detach()
    await context.clearCookies()
    await page.emulateMedia({ colorScheme: null, media: null })
    if (size) await page.setViewportSize(size)
    await page.mouse.move(0, 0)
  }

  async close(): Promise<void> {
    const context = this.page?.context()
    this.page = undefined
    await context?.close()
  }
}

function retireOn<Name extends string>(
  target: Record<Name, (...args: never[]) => unknown>,
  names: readonly Name[],
  retire: () => void,
): void {
  for (const name of names) {
    const original = target[name].bind(target) as (...args: unknown[]) => unknown
    Object.assign(target, {
      [name]: (...args: unknown[]) => {
        retire()
        return original(...args)
      },
    })
  }
}
