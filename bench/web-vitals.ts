import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, ensureChromium } from '../scripts/lib/chromium.mjs'
import { fetchJson } from './http'
import type { Contender } from './processes'
import { STAFF_SECRET, secretOf } from './seed'
import type { Table } from './tables'

const EMPTY_PAGE = fileURLToPath(new URL('../.cache/bench-empty-page', import.meta.url))
const [LOADS, CLICKS] = [5, 12]
/** A cheap phone on a slow connection. */
const CPU_SLOWDOWN = 4
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

type Measurement = {
  what: string
  ms: number
  range: string
  /** The largest of all loads. */
  shift?: number
}

/** LCP and interaction delays on a cheap phone with a slow connection, compared with a minimal page. */
export async function webVitalsTable(product: Contender): Promise<Table> {
  const executablePath = await ensureChromium()
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  const emptyPage = await serveEmptyPage()
  try {
    const site = `http://127.0.0.1:${product.port}`
    const { months } = (await fetchJson(product.port, { path: '/api/dashboard', as: 1 })) as Dashboard
    const registration = `${site}/monthly-signup?month=${months.at(-1)?.id}`
    const measurements = [
      await measureLoad(browser, 'an empty React page', emptyPage.url),
      await measureLoad(browser, 'landing', site),
      await measureLoad(browser, 'sign-in', `${site}/auth`),
      await measureLoad(browser, "a parent's dashboard", `${site}/dashboard`, secretOf(1)),
      await measureLoad(browser, 'the registration page of a mailed link', registration, secretOf(1)),
      await measureInp(browser, 'a click on the empty page', emptyPage.url, undefined, (page) =>
        repeat(() => page.getByRole('button').click()),
      ),
      await measureInp(browser, 'a tap on the empty page, by touch', emptyPage.url, undefined, (page) =>
        repeat(() => page.getByRole('button').tap()),
      ),
      await measureInp(browser, 'a click on a day', registration, secretOf(1), (page) =>
        actOnEach(page.getByRole('gridcell').getByRole('button'), (day) => day.click()),
      ),
      await measureInp(browser, 'a tap on a day, by touch', registration, secretOf(1), (page) =>
        actOnEach(page.getByRole('gridcell').getByRole('button'), (day) => day.tap()),
      ),
      await measureInp(
        browser,
        "a letter in staff's search",
        `${site}/admin/submissions`,
        STAFF_SECRET,
        (page) => typeInto(page, page.getByRole('searchbox')),
      ),
      await measureInp(
        browser,
        "a day's type in the month editor",
        `${site}/admin/months?month=${months.at(-1)?.id}`,
        STAFF_SECRET,
        async (page) => {
          await page.getByRole('radio', { name: '2:30 Dismissal' }).click()
          const days = page.getByRole('gridcell').getByRole('button', { name: /^\w+, / })
          await actOnEach(days, (day) => day.click())
        },
      ),
    ]
    return {
      title: `Web vitals: Chromium, CPU slowed ${CPU_SLOWDOWN} times, slow 4G; ms, median and range`,
      head: ['what', 'ms', 'range', 'layout shift'],
      lines: measurements.map(({ what, ms, range, shift }) => [
        what,
        ms.toFixed(0),
        range,
        shift === undefined ? '' : shift.toFixed(3),
      ]),
    }
  } finally {
    await browser.close()
    emptyPage.close()
  }
}

type Dashboard = { months: { id: string }[] }

async function slowPage(browser: Browser, url: string, secret?: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: 'reduce',
  })
  if (secret)
    await context.addCookies([{ name: 'aftercare_session', value: secret, url: new URL(url).origin }])
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return page
}

/** Largest Contentful Paint and Cumulative Layout Shift with an empty cache. */
async function measureLoad(
  browser: Browser,
  name: string,
  url: string,
  secret?: string,
): Promise<Measurement> {
  const times: number[] = []
  const shifts: number[] = []
  for (let load = 0; load < LOADS; load++) {
    const page = await slowPage(browser, url, secret)
    await page.goto(url)
    await page.waitForLoadState('networkidle')
    times.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) =>
            new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
              type: 'largest-contentful-paint',
              buffered: true,
            }),
          ),
      ),
    )
    shifts.push(await page.evaluate(sumLayoutShifts))
    await page.context().close()
  }
  return { ...summarize(`largest paint of ${name}`, times), shift: Math.max(...shifts) }
}

/** In the page. The observer reports buffered entries in its next turn. */
const sumLayoutShifts = () =>
  new Promise<number>((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(sum), 100)
  })

/** From a click or key press to the next paint (Event Timing API). */
async function measureInp(
  browser: Browser,
  what: string,
  url: string,
  secret: string | undefined,
  act: (page: Page) => Promise<void>,
): Promise<Measurement> {
  const page = await slowPage(browser, url, secret)
  await page.addInitScript(() => {
    const target = window as unknown as { delays: Map<number, number> }
    target.delays = new Map()
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
        if (interactionId)
          target.delays.set(interactionId, Math.max(duration, target.delays.get(interactionId) ?? 0))
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  await act(page)
  await page.waitForLoadState('networkidle')
  const delays = await page.evaluate(() => [
    ...(window as unknown as { delays: Map<number, number> }).delays.values(),
  ])
  await page.context().close()
  // The browser does not report interactions faster than 16 ms.
  return summarize(what, [...delays, ...Array(Math.max(0, CLICKS - delays.length)).fill(16)])
}

async function repeat(act: () => Promise<void>): Promise<void> {
  for (let index = 0; index < CLICKS; index++) await act()
}

async function actOnEach(buttons: Locator, act: (button: Locator) => Promise<void>): Promise<void> {
  await buttons.first().waitFor()
  const open = buttons.and(buttons.page().locator(':not([aria-disabled="true"], :disabled)'))
  const count = await open.count()
  for (let index = 0; index < CLICKS; index++) await act(open.nth(index % count))
}

async function typeInto(page: Page, field: Locator): Promise<void> {
  await field.click()
  await page.keyboard.type('oakberg ella'.slice(0, CLICKS), { delay: 120 })
}

function summarize(what: string, times: number[]): Measurement {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return { what, ms: at(0.5), range: `${at(0).toFixed(0)} to ${at(1).toFixed(0)}` }
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

/** Compressed, as the product serves its files. */
async function serveEmptyPage() {
  const files = new Map(
    (readdirSync(EMPTY_PAGE, { recursive: true }) as string[])
      .filter((name) => TYPES[extname(name)])
      .map((name) => [`/${name}`, gzipSync(readFileSync(join(EMPTY_PAGE, name)))]),
  )
  const server = createServer((request, response) => {
    const name = request.url === '/' ? '/index.html' : (request.url ?? '')
    const file = files.get(name)
    if (!file) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': TYPES[extname(name)], 'content-encoding': 'gzip' }).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  }
}
