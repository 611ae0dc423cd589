import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './paths.mjs'
import { run, Stop } from './processes.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** What the browser is started with: no traffic of its own, and no sandbox where root may not have one. */
export const CHROMIUM_FLAGS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** An installed Chromium that really starts, or Playwright's own; null if there is none. */
export async function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const installed = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES]
  const { chromium } = await import('@playwright/test')
  return [...installed, chromium.executablePath()].find((path) => existsSync(path) && starts(path)) ?? null
}

/** Finds one or gets one: Playwright's download, else the system's package as root. */
export async function ensureChromium() {
  const found = await findChromium()
  if (found !== null) return found
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const isRoot = process.getuid?.() === 0
  console.log('No Chromium is installed; downloading one for the browser tests ...')
  await run(process.execPath, [playwright, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium']).catch(
    () => 1,
  )
  const downloaded = await findChromium()
  if (downloaded !== null) return downloaded
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    await run('apt-get', ['update']).catch(() => 1)
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']).catch(() => 1)
  }
  const packaged = await findChromium()
  if (packaged !== null) return packaged
  throw new Stop(
    'The browser tests need Chromium, and none could be found, downloaded or installed: install Chromium or Chrome and run this again.',
  )
}

function starts(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}
