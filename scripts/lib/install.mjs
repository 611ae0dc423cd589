import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './paths.mjs'
import { CliError, run } from './processes.mjs'

const STAMP = 'node_modules/.aftercare-installed'

/** Installs the dependencies if they are missing, for another platform, or differ from package-lock.json. */
export async function ensureInstalled(folder = root) {
  if (isInstalled(folder)) return
  console.log('Installing the dependencies (the first time this takes a minute) ...')
  // Building needs the development dependencies, which npm leaves out where NODE_ENV is production.
  const code = await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], folder)
  if (code !== 0) {
    throw new CliError(
      'npm could not install the dependencies; see above. Check the network connection and the disk space.',
    )
  }
  writeFileSync(join(folder, STAMP), fingerprint(folder))
}

export function isInstalled(folder = root) {
  const stamp = join(folder, STAMP)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(folder)) return true
  return matchesLock(folder)
}

function fingerprint(folder) {
  const lock = readFileSync(join(folder, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}\n`
}

/** npm writes its own lock file into node_modules once everything is installed. */
function matchesLock(folder) {
  const list = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(list)) return false
  const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(list, 'utf8')).packages
  const same = Object.entries(present).every(([name, { version }]) => wanted[name]?.version === version)
  const whole = Object.entries(wanted).every(
    ([name, entry]) => !name.includes('node_modules/') || !isNeededHere(entry) || name in present,
  )
  return same && whole
}

function isNeededHere({ optional, os, cpu, libc }) {
  if (!optional) return true
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc)
}

/** The npm that started us, else the one in the path. */
function npm(args, folder) {
  const own = process.env.npm_execpath
  const options = { cwd: folder }
  if (own && basename(own) === 'npm-cli.js') return run(process.execPath, [own, ...args], options)
  return run('npm', args, { ...options, shell: process.platform === 'win32' })
}
