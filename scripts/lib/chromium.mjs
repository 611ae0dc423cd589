import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
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
  const configured = process.env.AFTERCARE_CHROMIUM
  if (configured) {
    if (existsSync(configured) && starts(configured)) return configured
    throw new CliError(`AFTERCARE_CHROMIUM is set to ${configured}, which is missing or does not start.`)
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const installed = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...PATHS]
  const { chromium } = await import('@playwright/test')
  return [...installed, chromium.executablePath()].find((path) => existsSync(path) && starts(path)) ?? null
}

/** Finds or installs one: Playwright's download, else the system's package as root. */
export async function ensureChromium() {
  const found = await findChromium()
  if (found !== null) return found
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const isRoot = process.getuid?.() === 0
  console.log('No Chromium is installed; downloading one for the browser tests ...')
  // Quietly: Playwright prints a page of output for each failed attempt.
  const flags = isRoot ? ['--with-deps'] : []
  const download = await runQuietly(process.execPath, [playwright, 'install', ...flags, 'chromium'])
  const downloaded = await findChromium()
  if (downloaded !== null) return downloaded
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    console.log("The download failed; installing the system's package ...")
    await installPackage('chromium')
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
  if (existsSync(DEBIAN_SHELL) && starts(DEBIAN_SHELL)) return DEBIAN_SHELL
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log("Installing Chromium's headless shell for the browser tests ...")
    await installPackage('chromium-headless-shell')
    if (existsSync(DEBIAN_SHELL) && starts(DEBIAN_SHELL)) return DEBIAN_SHELL
  }
  return ensureChromium()
}

/** Fails fast when offline; the caller continues without the package. */
async function installPackage(name) {
  const options = ['-qq', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20']
  await runQuietly('apt-get', ['update', ...options])
  await runQuietly('apt-get', ['install', '-y', '--no-install-recommends', ...options, name])
}

function starts(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}
