import { findInstalled, installPackages, mayInstallPackages } from './browser-programs.mjs'
import { CliError } from './processes.mjs'

const NAMES = ['firefox-esr', 'firefox']
const PATHS = ['/Applications/Firefox.app/Contents/MacOS/firefox']

/** The configured one, or an installed one that starts; null if there is none. */
export const findFirefox = () => findInstalled({ variable: 'AFTERCARE_FIREFOX', names: NAMES, paths: PATHS })

/** Finds one, or installs the system's package if allowed. */
export async function ensureFirefox() {
  const found = findFirefox()
  if (found !== null) return found
  if (mayInstallPackages()) {
    console.log('No Firefox is installed; installing firefox-esr for the tests ...')
    await installPackages('firefox-esr')
  }
  const packaged = findFirefox()
  if (packaged !== null) return packaged
  throw new CliError(
    'These tests need Firefox, and none was found or could be installed. Install Firefox (on Debian: sudo apt-get install firefox-esr), or set AFTERCARE_FIREFOX to its path, and try again.',
  )
}
