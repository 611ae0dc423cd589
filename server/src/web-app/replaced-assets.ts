import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from '@aftercare/domain/lib/json-guards'
import { makeDataDir } from '../db/postgres/location'

const RETENTION_MS = 7 * 24 * 60 * 60 * 1000

/** Since when each file belongs to no current build. */
const INDEX = 'replaced.json'
const TEMPORARY = '.tmp'

/** As the build names them: a hash of eight characters, alone or after a name. */
const HASHED = /^(?:[\w~][\w.~-]*-)?[\w-]{8}\.(?:js|css|woff2)$/
export const isHashedName = (name: string): boolean => HASHED.test(name)

export const replacedAssetsFolder = (dataDir: string): string => join(dataDir, 'web-assets')

/**
 * Copies the build's hashed files into the data directory, which outlives the build, and deletes those that were
 * replaced more than a week ago: a page that was open during a deployment finds its code there.
 */
export async function storeAssets(webFolder: string, dataDir: string, now = Date.now()): Promise<void> {
  const folder = replacedAssetsFolder(makeDataDir(dataDir))
  await mkdir(folder, { recursive: true })
  const stored = await readdir(folder)
  // Left behind by a process that was killed.
  await removeAll(
    folder,
    stored.filter((name) => name.endsWith(TEMPORARY)),
  )
  const current = assetsAmong(await readdir(join(webFolder, 'assets')))
  for (const name of current.filter((name) => !stored.includes(name)))
    await writeAtomically(join(folder, name), (file) => copyFile(join(webFolder, 'assets', name), file))
  const since = await readIndex(join(folder, INDEX))
  const replaced = assetsAmong(stored).filter((name) => !current.includes(name))
  const isExpired = (name: string) => now - (since[name] ?? now) > RETENTION_MS
  await removeAll(folder, replaced.filter(isExpired))
  const index = replaced.filter((name) => !isExpired(name)).map((name) => [name, since[name] ?? now])
  const json = JSON.stringify(Object.fromEntries(index))
  await writeAtomically(join(folder, INDEX), (file) => writeFile(file, json))
}

/** With their compressed copies. */
const assetsAmong = (names: string[]) => names.filter((name) => isHashedName(name.replace(/\.(br|gz)$/, '')))

const removeAll = (folder: string, names: string[]) =>
  Promise.all(names.map((name) => rm(join(folder, name), { force: true })))

/** Without a valid index the week starts again. */
async function readIndex(file: string): Promise<Partial<Record<string, number>>> {
  try {
    const index: unknown = JSON.parse(await readFile(file, 'utf8'))
    if (!isRecord(index)) return {}
    const isTime = (entry: [string, unknown]): entry is [string, number] => Number.isFinite(entry[1])
    return Object.fromEntries(Object.entries(index).filter(isTime))
  } catch {
    return {}
  }
}

/** A file is served as soon as it is there, so it appears with all its contents. */
async function writeAtomically(file: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = file + TEMPORARY
  try {
    await write(temporary)
    await rename(temporary, file)
  } finally {
    await rm(temporary, { force: true })
  }
}
