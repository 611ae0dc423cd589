import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const COMPRESSED = /\.(br|gz)$/

/**
 * Identifies the built web app by its contents: equal builds have equal ids. The names of the files in `assets` contain
 * a hash of their contents, so reading the others is enough.
 */
export function buildIdOf(folder: string): string {
  const hash = createHash('sha256')
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !COMPRESSED.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
  for (const name of names) {
    hash.update(name).update('\0')
    if (!name.startsWith('assets')) hash.update(readFileSync(join(folder, name))).update('\0')
  }
  return hash.digest('base64url').slice(0, 16)
}
