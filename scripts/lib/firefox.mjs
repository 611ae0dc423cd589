import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { CliError, runQuietly } from './processes.mjs'

const NAMES = ['firefox-esr', 'firefox']
const PATHS = ['/Applications/Firefox.app/Contents/MacOS/firefox']

/** The configured one, or an installed one that starts; null if there is none. */
export function findFirefox() {
  const configured = process.env.AFTERCARE_FIREFOX
  if (configured) {
    if (existsSync(configured) && starts(configured)) return configured
    throw new CliError(`AFTERCARE_FIREFOX is set to ${configured}, which is missing or does not start.`)
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const installed = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...PATHS]
  return installed.find((path) => existsSync(path) && starts(path)) ?? null
}

/** Finds one, or installs the system's package if allowed. */
export async function ensureFirefox() {
  const found = findFirefox()
  if (found !== null) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No Firefox is installed; installing firefox-esr for the tests ...')
    await runQuietly('apt-get', ['update', '-qq'])
    await runQuietly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'firefox-esr'])
  }
  const packaged = findFirefox()
  if (packaged !== null) return packaged
  throw new CliError(
    'These tests need Firefox, and none was found or could be installed. Install Firefox (on Debian: sudo apt-get install firefox-esr), or set AFTERCARE_FIREFOX to its path, and try again.',
  )
}

function starts(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}
