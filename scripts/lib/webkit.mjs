import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { inPath, installPackages, mayInstallPackages } from './browser-programs.mjs'
import { CliError } from './processes.mjs'

const PACKAGES = ['webkit2gtk-driver', 'xvfb']
/** One folder per architecture and version of the library. */
const LIBRARIES = '/usr/lib'

/** The paths of WebKitWebDriver and of MiniBrowser; installs the system's packages if allowed. */
export async function ensureWebKit() {
  const found = findWebKit()
  if (found) return found
  if (mayInstallPackages()) {
    console.log('No WebKit is installed; installing webkit2gtk-driver and xvfb for the tests ...')
    await installPackages(...PACKAGES)
  }
  const packaged = findWebKit()
  if (packaged) return packaged
  throw new CliError(
    'These tests need WebKitGTK with its driver, and Xvfb; they were not found or could not be installed. On Debian: sudo apt-get install webkit2gtk-driver xvfb.',
  )
}

function findWebKit() {
  const installed = (name) => inPath(name).find((path) => existsSync(path))
  const driver = installed('WebKitWebDriver')
  const miniBrowser = findMiniBrowser()
  return driver && miniBrowser && installed('Xvfb') ? [driver, miniBrowser] : null
}

function findMiniBrowser() {
  if (!existsSync(LIBRARIES)) return undefined
  return readdirSync(LIBRARIES)
    .flatMap((name) => ['webkit2gtk-4.1', 'webkitgtk-6.0'].map((library) => join(LIBRARIES, name, library)))
    .map((folder) => join(folder, 'MiniBrowser'))
    .find((path) => existsSync(path))
}
