import { AxeBuilder } from '@axe-core/playwright'
import * as inPage from './in-page.mjs'

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** What each screen is looked at with; large text is the browser's own setting, twice the usual. */
export const VIEWS = [
  { name: '1280', width: 1280, height: 800 },
  { name: '390', width: 390, height: 844 },
  { name: '320', width: 320, height: 640 },
  { name: '1280-large-text', width: 1280, height: 800, isLargeText: true },
]
const MOST_STOPS = 50
const TIMEOUT_MS = 30_000

/** The columns of the table, in the order in which they are looked at. */
export const CHECKS = ['page', 'axe', 'dark', 'fits', 'targets', 'motion', 'forced', 'focus']

/** One screen in one view, light and dark; gives `[check, finding]` pairs. */
export async function lookAt(context, url, screen, view, keepPicture) {
  const page = await context.newPage()
  page.setDefaultTimeout(TIMEOUT_MS)
  const found = []
  const note = (check, lines) => found.push(...lines.map((line) => [check, line]))
  try {
    await page.setViewportSize({ width: view.width, height: view.height })
    await screen.before?.(page)
    await page.goto(url + screen.path)
    await settled(page, screen)
    await screen.act?.(page)
    await settled(page, screen)
    await page.evaluate(inPage.addDescribe)
    note('page', await page.evaluate(inPage.pageParts))
    note('fits', await page.evaluate(inPage.fits))
    await keepPicture(page, 'light')
    if (view.isLargeText) return found
    note('axe', await violations(page, (axe) => axe.withTags(STANDARD)))
    note('targets', await page.evaluate(inPage.targets))
    note('motion', await page.evaluate(inPage.motion))
    await page.emulateMedia({ colorScheme: 'dark' })
    note('dark', await violations(page, (axe) => axe.withRules(['color-contrast'])))
    await keepPicture(page, 'dark')
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
    note('forced', await page.evaluate(inPage.forcedColours))
    await keepPicture(page, 'forced')
    await page.emulateMedia({ forcedColors: 'none' })
    note('focus', await walkByTab(page))
  } catch (error) {
    note('page', [`could not be looked at: ${String(error.message).split('\n')[0]}`])
  } finally {
    await context.setOffline(false)
    await page.close()
  }
  return found
}

/** Until nothing stands in for what is coming; a screen that is kept waiting is settled when it shows that. */
async function settled(page, { before }) {
  await page.waitForFunction((isWaiting) => {
    const isStandingIn = Boolean(document.querySelector('main .kit-skeleton, main .kit-spinner'))
    return document.querySelector('h1') !== null && isStandingIn === isWaiting
  }, before?.isWaiting === true)
  await page.evaluate(() => document.fonts.ready)
  await drawn(page)
}

const drawn = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

async function violations(page, about) {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  // A message lies over the page until Escape sends it away: what it covers has its size below it.
  const hasMessage = await page.locator('[aria-label=Notifications] > *').count()
  const asked = about(axe.exclude('iframe[sandbox]'))
  const result = await (hasMessage ? asked.disableRules(['target-size']) : asked).analyze()
  return result.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.target.join(' ')}`),
  )
}

/** Tabs through the whole page and back. */
async function walkByTab(page) {
  const found = new Set()
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.evaluate(() => window.accessSeen?.clear())
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      await page.keyboard.press(key)
      const lines = await page.evaluate(inPage.focused)
      if (lines === null) break
      for (const line of lines) found.add(line)
    }
  }
  return [...found]
}
