import { join } from 'node:path'
import { findInstalled, installPackages, mayInstallPackages, starts } from './browser-programs.mjs'
import { root } from './paths.mjs'
import { CliError, runQuietly } from './processes.mjs'

const DEBIAN_SHELL = '/usr/bin/chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The address bar's pop-ups cost more than a second per new context. The rest repeats what Playwright disables itself,
 * because a second flag of the same name replaces the first.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** No network traffic of its own, and no sandbox as root. */
export const CHROMIUM_FLAGS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** The configured one, an installed one that starts, or Playwright's own; null if there is none. */
export async function findChromium() {
  const installed = findInstalled({ variable: 'AFTERCARE_CHROMIUM', names: NAMES, paths: PATHS })
  if (installed !== null) return installed
  const { chromium } = await import('@playwright/test')
  const downloaded = chromium.executablePath()
  return starts(downloaded) ? downloaded : null
}

/** Finds or installs one: Playwright's download, else the system's package as root. */
export async function ensureChromium() {
  const found = await findChromium()
  if (found !== null) return found
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  console.log('No Chromium is installed; downloading one for the browser tests ...')
  // Quietly: Playwright prints a page of output for each failed attempt.
  const flags = process.getuid?.() === 0 ? ['--with-deps'] : []
  const download = await runQuietly(process.execPath, [playwright, 'install', ...flags, 'chromium'])
  const downloaded = await findChromium()
  if (downloaded !== null) return downloaded
  if (mayInstallPackages()) {
    console.log("The download failed; installing the system's package ...")
    await installPackages('chromium')
  }
  const packaged = await findChromium()
  if (packaged !== null) return packaged
  const reason = /Error: (.+)/.exec(download.output)?.[1] ?? 'no reason was given'
  throw new CliError(
    `The browser tests need Chromium, and none was found or could be downloaded (${reason}). Install Chromium or Chrome (on Debian: sudo apt-get install chromium), or set AFTERCARE_CHROMIUM to its path, and try again.`,
  )
}

/**
 * For tests that need no window: Debian's headless shell, which needs a fifth less CPU than Chromium, if it is or can
 * be installed; else Chromium.
 */
export async function ensureHeadlessShell() {
  if (process.env.AFTERCARE_CHROMIUM) return findChromium()
  if (starts(DEBIAN_SHELL)) return DEBIAN_SHELL
  if (mayInstallPackages()) {
    console.log("Installing Chromium's headless shell for the browser tests ...")
    await installPackages('chromium-headless-shell')
    if (starts(DEBIAN_SHELL)) return DEBIAN_SHELL
  }
  return ensureChromium()
}
