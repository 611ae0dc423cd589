import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'

const COMMON = [
  'domain/src',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.mjs',
  'scripts/lib/compress.mjs',
]
const INPUTS = {
  web: [
    'web/src',
    'web/public',
    'web/index.html',
    'web/offline.html',
    'web/vite.config.ts',
    'web/preloads.ts',
    'web/worker-file.ts',
    'web/package.json',
    ...COMMON,
  ],
  server: [
    'server/src',
    'server/demo',
    'server/migrations',
    'server/package.json',
    // The server renders pages with it.
    'web/src',
    ...COMMON,
  ],
}

/** A hash of the names and contents of everything a part is built from, without tests. */
export function hashOf(part) {
  const hash = createHash('sha256')
  for (const input of INPUTS[part]) {
    for (const file of filesOf(input))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(root, file)))
        .update('\0')
  }
  return hash.digest('hex')
}

export const stampFile = (folder) => join(folder, '.built-from')

export function isFresh(part, folder = join(root, part, 'dist')) {
  const stamp = stampFile(folder)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(part)
}

function filesOf(path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (stat === undefined) return []
  if (stat.isFile()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesOf(`${path}/${name}`))
}
