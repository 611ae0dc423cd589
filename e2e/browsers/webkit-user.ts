import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  DEVICE_TIME_ZONE,
  hasTexts,
  type Key,
  type Predicate,
  ROLE_SELECTORS,
  type Role,
  type Size,
  type TestBrowser,
  TIMEOUT_MS,
  type User,
  type Within,
} from './user'
import { startVirtualDisplay, type VirtualDisplay } from './virtual-display'
import { type DriverSession, startDriverSession } from './webdriver'

const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf'
type ElementReference = { [ELEMENT_KEY]: string }

const SCREEN = { width: 1400, height: 1000 }
const POLL_MS = 100

/** Where Debian's webkit2gtk-driver puts its parts. */
export type WebKitPaths = { driver: string; miniBrowser: string }

/** WebKitGTK's MiniBrowser over WebDriver. Each user is a browser process of their own, on a screen of their own. */
export async function startWebKit({ driver, miniBrowser }: WebKitPaths): Promise<TestBrowser> {
  const home = mkdtempSync(join(tmpdir(), 'aftercare-webkit-'))
  // What a phone's "reduce motion" setting does.
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  const open: { close(): Promise<void> }[] = []
  const startSession = async () => {
    const display = await startVirtualDisplay(SCREEN.width, SCREEN.height)
    open.push(display)
    const env = {
      ...process.env,
      DISPLAY: display.name,
      XDG_CONFIG_HOME: home,
      TZ: DEVICE_TIME_ZONE,
      LANG: 'en_US.UTF-8',
      GDK_BACKEND: 'x11',
      // There is no graphics card, and in a container no user namespace.
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    }
    const args = ['--automation', '--enable-write-console-messages-to-stdout=1']
    const capabilities = { 'webkitgtk:browserOptions': { binary: miniBrowser, args } }
    const session = await startDriverSession(driver, capabilities, env)
    open.unshift(session)
    return { session, display }
  }
  const first = await startSession()
  let unused: typeof first | null = first
  return {
    version: `WebKitGTK ${first.session.version}`,
    async newUser(baseUrl, cookie) {
      const { session, display } = unused ?? (await startSession())
      unused = null
      const user = new WebKitUser(session, display, baseUrl)
      if (cookie) await user.signIn(cookie)
      return user
    },
    async close() {
      for (const one of open) await one.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

class WebKitUser implements User {
  private readLength = 0
  private size: Size = SCREEN

  constructor(
    private readonly session: DriverSession,
    private readonly display: VirtualDisplay,
    private readonly baseUrl: string,
  ) {}

  /** A cookie can be set only for the page's own site. */
  async signIn(session: string) {
    await this.open('/robots.txt')
    const cookie = { name: 'aftercare_session', value: session, path: '/', httpOnly: true, sameSite: 'Lax' }
    await this.session.send('POST', '/cookie', { cookie })
  }

  async open(path: string) {
    await this.session.send('POST', '/url', { url: new URL(path, this.baseUrl).href })
  }

  async reload() {
    await this.session.send('POST', '/refresh')
  }

  async click(role: Role, name: string, within: Within = '') {
    await this.retry(`click the ${role} "${name}"`, async () =>
      this.clickReference(await this.find(role, name, within)),
    )
  }

  async clickText(text: string, within: string) {
    await this.retry(`click "${text}"`, async () => {
      const found = await this.evaluate<ElementReference | null>(findByText, within, text)
      if (!found) throw new Error('not found')
      await this.clickReference(found)
    })
  }

  async fill(label: string, value: string, within: Within = '') {
    await this.retry(`fill in "${label}"`, async () => {
      const field = await this.findNamed('input, textarea', label, within)
      await this.session.send('POST', `/element/${field[ELEMENT_KEY]}/clear`)
      await this.session.send('POST', `/element/${field[ELEMENT_KEY]}/value`, { text: value })
    })
  }

  /** The focus is on the month. */
  async typeDate(selector: string, day: string) {
    const [year = '', month = '', dayOfMonth = ''] = day.split('-')
    await this.waitUntil('the field has the focus', focusFirst, selector)
    await this.pressKeys(...month, 'ArrowRight', ...dayOfMonth, 'ArrowRight', ...year)
  }

  async pressKeys(...keys: Key[]) {
    for (const key of keys) {
      const value = KEY_CODES[key] ?? key
      const actions = [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]
      await this.session.send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    }
  }

  async seesText(text: string, within = '') {
    await this.retry(`see "${text}"`, async () => {
      if (!(await this.evaluate(findByText, within, text))) throw new Error('not found')
    })
  }

  async seesRole(role: Role, name: string, within: Within = '') {
    await this.retry(`see the ${role} "${name}"`, () => this.find(role, name, within))
  }

  async isAt(path: string) {
    const isThere = (wanted: string) => location.pathname + location.search === wanted
    await this.waitUntil(`the URL is ${path}`, isThere, path)
  }

  async seesTexts(selector: string, texts: readonly string[]) {
    await this.waitUntil(`the texts are ${texts.join(', ')}`, hasTexts, selector, JSON.stringify(texts))
  }

  async waitUntil(description: string, predicate: Predicate, ...args: string[]) {
    await this.retry(`see that ${description}`, async () => {
      if (!(await this.evaluate(predicate, ...args))) throw new Error('it is not so')
    })
  }

  /** The window has a toolbar, which needs its own width and height. The page is laid out a moment later. */
  async setSize(size: Size) {
    this.size = { ...size, width: Math.max(size.width, MIN_WINDOW_WIDTH) }
    await this.session.send('POST', '/window/rect', { x: 0, y: 0, ...size })
    const hasWidth = (width: string) => innerWidth === Number(width)
    await this.waitUntil('the page has the width of its window', hasWidth, String(this.size.width))
  }

  /** From the screen: the driver's own command waits for ever without a graphics card. */
  async screenshot(path: string) {
    await this.evaluate(nextFrames)
    this.display.capture(path, this.size.width, this.size.height)
  }

  /** WebKit's driver shows no dialog and cannot watch a page that is still loading, so it is printed once more. */
  async seesPrintDialog() {
    await this.evaluate(markPrinting)
    await this.click('button', 'Print')
    await this.waitUntil('the page is printed', () => document.documentElement.hasAttribute('data-printed'))
  }

  /** WebKit's driver cannot print, so the page is laid out with its print styles at the paper's width. */
  async countPrintedPages() {
    return this.evaluate<number>(countPrintedPages)
  }

  /** Errors in the console, which MiniBrowser writes to its standard output. */
  takeErrors() {
    const output = this.session.output().slice(this.readLength)
    this.readLength = this.session.output().length
    return output.split('\n').filter((line) => /^CONSOLE \S+ ERROR\b/.test(line))
  }

  private async find(role: Role, name: string, within: Within): Promise<ElementReference> {
    return this.findNamed(ROLE_SELECTORS[role], name, within)
  }

  /** By the accessible name as WebKit computes it. */
  private async findNamed(selector: string, name: string, within: Within): Promise<ElementReference> {
    const container = typeof within === 'string' ? null : await this.find(within.role, within.name, '')
    const [prefix, parent] = container ? ['', `/element/${container[ELEMENT_KEY]}`] : [String(within), '']
    const value = prefix ? `:is(${prefix}) :is(${selector})` : selector
    const body = { using: 'css selector', value }
    const candidates = await this.session.send<ElementReference[]>('POST', `${parent}/elements`, body)
    for (const candidate of candidates) {
      const path = `/element/${candidate[ELEMENT_KEY]}`
      // What is not shown has no name, and asking for it is an error.
      if (!(await this.session.send<boolean>('GET', `${path}/displayed`))) continue
      if ((await this.session.send<string>('GET', `${path}/computedlabel`)) === name) return candidate
    }
    throw new Error(`not found among ${candidates.length}`)
  }

  /** By the mouse: the driver's own click fails on parts that stick to the window. */
  private async clickReference(element: ElementReference) {
    const point = await this.evaluate<Point | null, never[]>(
      clickablePoint as () => unknown,
      element as never,
    )
    if (!point) throw new Error('something covers it')
    const actions = [
      { type: 'pointerMove', ...point },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.session.send('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] })
  }

  /** Runs a function in the page, which must not use anything around it. */
  private async evaluate<Value, Args extends unknown[] = string[]>(
    run: (...args: Args) => unknown,
    ...args: Args
  ): Promise<Value> {
    // The test runner's compiler wraps functions inside others in `__name`.
    const script = `const done = arguments[arguments.length - 1]
      const __name = (target) => target
      Promise.resolve([...arguments].slice(0, -1)).then((args) => (${String(run)})(...args))
        .then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const result = await this.session.send<{ value: Value; error?: string }>('POST', '/execute/async', {
      script,
      args,
    })
    if (result.error !== undefined) throw new Error(result.error)
    return result.value
  }

  /** As a user would: looks again until it is there. */
  private async retry<Value>(what: string, attempt: () => Promise<Value>): Promise<Value> {
    for (const until = Date.now() + TIMEOUT_MS; ; await sleep(POLL_MS)) {
      try {
        return await attempt()
      } catch (error) {
        if (Date.now() < until) continue
        const url = await this.session.send('GET', '/url').catch(() => 'an unknown page')
        throw new Error(`Could not ${what} at ${url}: ${error instanceof Error ? error.message : error}`)
      }
    }
  }
}

/** MiniBrowser's toolbar allows no less. */
const MIN_WINDOW_WIDTH = 447

const KEY_CODES: Record<string, string> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Home: '\uE011',
  Tab: '\uE004',
  ArrowRight: '\uE014',
}

type Point = { x: number; y: number }

/** In the page: where a click on the element reaches it once it stands still, or null. */
async function clickablePoint(element: Element): Promise<Point | null> {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const center = () => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
  }
  let point = center()
  for (let still = 0; still < 3; still += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const next = center()
    if (next.x !== point.x || next.y !== point.y) still = 0
    point = next
  }
  const hit = document.elementFromPoint(point.x, point.y)
  return hit && (element.contains(hit) || hit.contains(element)) ? point : null
}

/** In the page: until what has changed is on the screen. */
async function nextFrames(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
}

/** In the page. */
function markPrinting(): void {
  window.print = () => document.documentElement.setAttribute('data-printed', '')
}

/** In the page. */
function focusFirst(selector: string): boolean {
  const field = document.querySelector<HTMLElement>(selector)
  field?.focus()
  return field !== null && document.activeElement === field
}

/** In the page: the innermost element that shows the text. */
function findByText(within: string, text: string): Element | null {
  const found = [...document.querySelectorAll<HTMLElement>(`${within || 'body'} *`)].filter(
    (element) =>
      element.textContent?.includes(text) && element.checkVisibility() && !element.closest('script, style'),
  )
  return found.at(-1) ?? null
}

/** In the page: US Letter with half an inch of margin, at 96 pixels per inch. Leaves the page as it was. */
function countPrintedPages(): number {
  const [width, height] = [7.5 * 96, 10 * 96]
  const changed: [MediaList, string][] = []
  const change = (media: MediaList, to: string) => {
    changed.push([media, media.mediaText])
    media.mediaText = to
  }
  const apply = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule) {
        if (/\bprint\b/.test(rule.media.mediaText)) change(rule.media, 'all')
        else if (/\bscreen\b/.test(rule.media.mediaText)) change(rule.media, 'not all')
      }
      if ('cssRules' in rule) apply(rule.cssRules as CSSRuleList)
    }
  }
  for (const sheet of document.styleSheets) apply(sheet.cssRules)
  document.body.style.width = `${width}px`
  const { scrollWidth, scrollHeight } = document.body
  document.body.style.width = ''
  for (const [media, text] of changed) media.mediaText = text
  if (scrollWidth > width) throw new Error('It is wider than the paper')
  return Math.ceil(scrollHeight / height)
}
