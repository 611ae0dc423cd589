import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listScreens, nameOf } from './a11y/screens.mjs'
import { CHECKS, checkScreen, VIEWS } from './a11y/walk.mjs'
import { CHROMIUM_FLAGS, ensureChromium } from './lib/chromium.mjs'
import { signIn, startDemo } from './lib/demo-server.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { CliError, ensureBuilt, main } from './lib/processes.mjs'

/**
 * a11y.mjs [part of a screen's name] [--view=390] [--pictures=FOLDER]: checks every screen, dialog and state of the
 * demo against WCAG 2.2 AA, light and dark, at four widths and with large text. Findings are listed below the screen's
 * line.
 */
const option = (name) => process.argv.find((each) => each.startsWith(`--${name}=`))?.split('=')[1]
const wanted = process.argv.slice(2).find((each) => !each.startsWith('--')) ?? ''
const views = VIEWS.filter(({ name }) => name === (option('view') ?? name))
const pictures = option('pictures')
const CONTEXT = { reducedMotion: 'reduce', colorScheme: 'light', timezoneId: 'America/New_York' }

requireNode()
await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const launch = { executablePath: await ensureChromium(), args: CHROMIUM_FLAGS }
  const { chromium } = await import('@playwright/test')
  const { tsImport } = await import('tsx/esm/api')
  const { routes } = await tsImport('../web/src/routes.ts', import.meta.url)
  const { adminRoutes } = await tsImport('../web/src/admin/admin-routes.ts', import.meta.url)
  const screens = listScreens([...routes, ...adminRoutes]).filter((screen) => nameOf(screen).includes(wanted))
  if (screens.length === 0 || views.length === 0) throw new CliError('No such screen or view.')
  if (pictures) mkdirSync(pictures, { recursive: true })
  const folder = mkdtempSync(join(tmpdir(), 'aftercare-a11y-'))
  const demo = await startDemo()
  const browser = await chromium.launch(launch)
  const large = await chromium.launchPersistentContext(largeText(folder), { ...launch, ...CONTEXT })
  try {
    const contextOf = contextsOf(browser, large, demo.url)
    let count = 0
    print('screen', CHECKS)
    for (const screen of screens) {
      const findings = []
      for (const view of views) {
        const save = (page, theme) => saveScreenshot(page, `${nameOf(screen)} ${view.name} ${theme}`)
        const pairs = await checkScreen(await contextOf(screen.who, view), demo.url, screen, view, save)
        findings.push(
          ...pairs.map(([check, line]) => ({ check, line, where: `${nameOf(screen)}, ${view.name}` })),
        )
      }
      print(
        nameOf(screen),
        CHECKS.map((check) => findings.filter((each) => each.check === check).length || '.'),
      )
      for (const { where, check, line } of findings) console.log(`    ${where}, ${check}: ${line}`)
      count += findings.length
    }
    const viewNames = views.map(({ name }) => name).join(', ')
    console.log(`${screens.length} screens and states (${viewNames}): ${count} findings`)
    return count === 0 ? 0 : 1
  } finally {
    await large.close()
    await browser.close()
    demo.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Each user signs in once; large text is a setting of a whole browser, whose users share one context. */
function contextsOf(browser, large, url) {
  const states = new Map()
  const contexts = new Map()
  return async (who, { isLargeText }) => {
    if (who && !states.has(who)) states.set(who, await signIn(browser, url, who))
    const storageState = states.get(who)
    if (isLargeText) {
      await large.clearCookies()
      if (storageState) await large.addCookies(storageState.cookies)
      return large
    }
    if (!contexts.has(who)) contexts.set(who, await browser.newContext({ storageState, ...CONTEXT }))
    return contexts.get(who)
  }
}

/** A browser profile with text twice as large. */
function largeText(folder) {
  const webprefs = { default_font_size: 32, default_fixed_font_size: 26 }
  mkdirSync(join(folder, 'Default'))
  writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify({ webkit: { webprefs } }))
  return folder
}

async function saveScreenshot(page, name) {
  if (!pictures) return
  await page.screenshot({ path: join(pictures, `${name.replaceAll(/[^\w]+/g, '-').replace(/^-/, '')}.png`) })
}

function print(name, cells) {
  console.log([name.padEnd(46), ...cells.map((cell) => String(cell).padStart(7))].join(' '))
}
