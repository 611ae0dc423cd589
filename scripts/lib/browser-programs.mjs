import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { CliError, runQuietly } from './processes.mjs'

/** The paths that programs of these names would have in the folders of PATH, in the order of the names. */
export function inPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

export function starts(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

/** The one that the environment variable is set to, or an installed one that starts; null if there is none. */
export function findInstalled({ variable, names, paths }) {
  const configured = process.env[variable]
  if (!configured) return [...inPath(...names), ...paths].find(starts) ?? null
  if (starts(configured)) return configured
  throw new CliError(`${variable} is set to ${configured}, which is missing or does not start.`)
}

export const mayInstallPackages = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Fails fast when offline; the caller continues without the packages. */
export async function installPackages(...names) {
  const options = ['-qq', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20']
  await runQuietly('apt-get', ['update', ...options])
  await runQuietly('apt-get', ['install', '-y', '--no-install-recommends', ...options, ...names])
}
