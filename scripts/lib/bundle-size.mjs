import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './paths.mjs'

/** Outside the folder that the server serves. */
export const chunksFile = (out) => join(out, '.cache', 'web-chunks.json')

/** The chunks of Vite's build result, with their static imports and modules. */
export function chunksOf(built) {
  const { output } = Array.isArray(built) ? built[0] : built
  return output
    .filter(({ type }) => type === 'chunk')
    .map(({ fileName, isEntry, imports, moduleIds }) => ({ fileName, isEntry, imports, moduleIds }))
}

/** The chunks of an earlier build, with their code. */
export function readChunks(out) {
  const chunks = JSON.parse(readFileSync(chunksFile(out), 'utf8'))
  return chunks.map((chunk) => ({
    ...chunk,
    code: readFileSync(join(out, 'web', 'dist', chunk.fileName), 'utf8'),
  }))
}

/** The gzipped bytes that a page loads with an empty cache: entry, layouts and page. */
export function pageSize(chunks, modules) {
  return filesOfPage(chunks, modules).reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
}

/** The chunks that a page loads with an empty cache. Modules are relative to web/src. */
export function filesOfPage(chunks, modules) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const needed = new Set()
  const take = (chunk) => {
    if (needed.has(chunk)) return
    needed.add(chunk)
    for (const name of chunk.imports) if (byName.has(name)) take(byName.get(name))
  }
  for (const chunk of chunks) if (chunk.isEntry) take(chunk)
  for (const module of modules) {
    const id = join(root, 'web', 'src', module)
    const holder = chunks.find((chunk) => chunk.moduleIds.includes(id))
    if (!holder) throw new Error(`No chunk contains ${id}`)
    take(holder)
  }
  return [...needed]
}
