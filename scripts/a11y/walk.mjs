import { AxeBuilder } from '@axe-core/playwright'
import * as inPage from './in-page.mjs'

const STANDARD = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  // Off by default, although WCAG 2.5.3 asks for it: speech input clicks by the words that are seen.
  rules: { 'label-content-name-mismatch': { enabled: true } },
}
const CONTRAST = { runOnly: { type: 'rule', values: ['color-contrast'] } }
/** The viewports of each screen; large text is the browser's own setting, twice the default. */
export const VIEWS = [
  { name: '1280', width: 1280, height: 800 },
  { name: '820', width: 820, height: 1180, isLayoutOnly: true },
  { name: '390', width: 390, height: 844 },
  { name: '320', width: 320, height: 640 },
  { name: '1280-large-text', width: 1280, height: 800, isLargeText: true, isLayoutOnly: true },
]
const MAX_TAB_STOPS = 50
const TIMEOUT_MS = 30_000

/** The columns of the table, in the order of the checks. */
export const CHECKS = ['page', 'axe', 'dark', 'fits', 'words', 'targets', 'motion', 'forced', 'focus']

/** Checks one screen in one view, light and dark; returns `[check, finding]` pairs. */
export async function checkScreen(context, url, screen, view, saveScreenshot) {
  const page = await context.newPage()
  page.setDefaultTimeout(TIMEOUT_MS)
  const findings = []
  const add = (check, lines) => findings.push(...lines.map((line) => [check, line]))
  try {
    await page.setViewportSize({ width: view.width, height: view.height })
    if (screen.before) {
      await bypassServiceWorker(context, page)
      await page.route('**/*', withoutResponses)
      await screen.before(page)
    }
    await page.goto(url + screen.path)
    await waitUntilLoaded(page, screen)
    await screen.act?.(page)
    await waitUntilLoaded(page, screen)
    await page.evaluate(inPage.addDescribe)
    add('page', await page.evaluate(inPage.pageParts))
    add('fits', await page.evaluate(inPage.fits))
    if (!view.isLargeText) add('words', await page.evaluate(inPage.brokenWords))
    await saveScreenshot(page, 'light')
    if (view.isLayoutOnly) return findings
    add('axe', await violations(page, STANDARD))
    add('targets', await page.evaluate(inPage.targets))
    add('motion', await page.evaluate(inPage.motion))
    await page.emulateMedia({ colorScheme: 'dark' })
    add('dark', await violations(page, CONTRAST))
    await saveScreenshot(page, 'dark')
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
    add('forced', await page.evaluate(inPage.forcedColours))
    await saveScreenshot(page, 'forced')
    await page.emulateMedia({ forcedColors: 'none' })
    add('focus', await walkByTab(page))
  } catch (error) {
    add('page', [`could not be checked: ${String(error.message).split('\n')[0]}`])
  } finally {
    await context.setOffline(false)
    await page.close()
  }
  return findings
}

/** What it requests is not routed. */
async function bypassServiceWorker(context, page) {
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.setBypassServiceWorker', { bypass: true })
}

/** The page without the API responses inside it, so that a screen can change what is requested instead. */
async function withoutResponses(route) {
  if (route.request().resourceType() !== 'document') return route.fallback()
  const response = await route.fetch({ maxRedirects: 0 })
  const body = (await response.text()).replace(/<script[^>]*id="initial-responses".*?<\/script>/s, '')
  return route.fulfill({ response, body })
}

/** Waits until the screen has loaded, or shows its loading state if that is what is checked. */
async function waitUntilLoaded(page, { before }) {
  await page.waitForFunction((expected) => {
    const isLoading = Boolean(document.querySelector('main .kit-skeleton, main .kit-spinner'))
    return document.querySelector('h1') !== null && isLoading === expected
  }, before?.isPending === true)
  await page.evaluate(() => document.fonts.ready)
  await nextFrame(page)
}

const nextFrame = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

async function violations(page, { runOnly, rules }) {
  // A toast covers part of the page until Escape dismisses it, so targets below it look smaller.
  const hasToast = await page.locator('[aria-label=Notifications] > *').count()
  const result = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      runOnly,
      rules: hasToast ? { ...rules, 'target-size': { enabled: false } } : rules,
    })
    .exclude('iframe[sandbox]')
    .analyze()
  return result.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.target.join(' ')}`),
  )
}

/** Tabs through the whole page and back. */
async function walkByTab(page) {
  const found = new Set()
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.evaluate(() => window.a11ySeen?.clear())
    for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
      await page.keyboard.press(key)
      let lines = await page.evaluate(inPage.focused)
      if (lines === null) break
      if (lines.length > 0) {
        // What covers the focused element makes room in the next frame.
        await nextFrame(page)
        lines = (await page.evaluate(inPage.focused, true)) ?? []
      }
      for (const line of lines) found.add(line)
    }
  }
  return [...found]
}
