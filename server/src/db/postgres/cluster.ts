import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { OperatorError, reasonOf } from '../../operator-error'
import type { Binaries } from './binaries'
import type { Location } from './location'
import { postgresMessage } from './messages'
import { type OsUser, runAs } from './os-user'

/** The cluster's superuser, which only sets the database up; the program works as the owner of its database. */
export const SUPERUSER = 'aftercare'

/** PostgreSQL does not inherit our environment: PG* variables and locales would change its behaviour. */
export const CLEAN_ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

const secretFile = (clusterDir: string) => join(clusterDir, 'aftercare.secret')

export function readPassword(clusterDir: string): string {
  try {
    return readFileSync(secretFile(clusterDir), 'utf8').trim()
  } catch (error) {
    throw new OperatorError(
      `The password of the database in ${clusterDir} cannot be read: ${reasonOf(error)}.`,
    )
  }
}

/** Creates the database cluster if missing, under a temporary name first, so that a partial one is never used. */
export async function ensureCluster(
  binaries: Binaries,
  location: Location,
  durable = true,
): Promise<boolean> {
  const { clusterDir, osUser } = location
  if (existsSync(clusterDir)) {
    checkVersion(binaries, clusterDir)
    return false
  }
  const unfinished = `${clusterDir}.new`
  const passwordFile = `${unfinished}.password`
  try {
    mkdirSync(dirname(clusterDir), { recursive: true, mode: 0o711 })
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { mode: 0o700 })
    writePrivate(passwordFile, randomBytes(24).toString('base64url'), osUser)
    if (osUser !== null) chownSync(unfinished, osUser.uid, osUser.gid)
    await runInitdb(binaries, osUser, unfinished, passwordFile, durable)
    renameSync(passwordFile, secretFile(unfinished))
    renameSync(unfinished, clusterDir)
    return true
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    rmSync(passwordFile, { force: true })
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`The database folder ${clusterDir} could not be created: ${reasonOf(error)}.`)
  }
}

function checkVersion(binaries: Binaries, clusterDir: string): void {
  const major = binaries.version.split('.')[0]
  let found: string
  try {
    found = readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    throw new OperatorError(`The database folder ${clusterDir} cannot be read: ${reasonOf(error)}.`)
  }
  if (found !== major) {
    throw new OperatorError(
      `The database in ${clusterDir} was written by PostgreSQL ${found}, but this version includes PostgreSQL ${major}. Make a backup with the version that wrote it and restore it here.`,
    )
  }
}

async function runInitdb(
  binaries: Binaries,
  osUser: OsUser | null,
  folder: string,
  passwordFile: string,
  durable: boolean,
): Promise<void> {
  const args = [
    `--pgdata=${folder}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The same sort order and case mapping on every machine.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(durable ? [] : ['--no-sync']),
  ]
  const child = spawn(binaries.initdb, args, {
    cwd: folder,
    env: CLEAN_ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    ...runAs(osUser),
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0)
    throw new OperatorError(`PostgreSQL could not create its folder ${folder}: ${postgresMessage(output)}.`)
}

function writePrivate(file: string, text: string, osUser: OsUser | null): void {
  rmSync(file, { force: true })
  writeFileSync(file, `${text}\n`, { mode: 0o600 })
  chmodSync(file, 0o600)
  if (osUser !== null) chownSync(file, osUser.uid, osUser.gid)
}
