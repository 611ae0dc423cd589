import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { root } from './paths.mjs'

/** Builds the web app in memory: every file of code, with what it needs at once and the modules it holds. */
export async function buildChunks() {
  const before = process.env.NODE_ENV
  // A test runner sets its own, and React would come with all that it tells developers.
  process.env.NODE_ENV = 'production'
  try {
    const built = await build({ root: join(root, 'web'), logLevel: 'error', build: { write: false } })
    const { output } = Array.isArray(built) ? built[0] : built
    return output.filter((file) => file.type === 'chunk')
  } finally {
    process.env.NODE_ENV = before
  }
}

/** What a visitor without anything in the cache loads for a page, in gzipped bytes: the start, its frames, the page. */
export function weighPage(chunks, modules) {
  const files = filesOfPage(
    chunks,
    modules.map((module) => join(root, 'web', 'src', module)),
  )
  return files.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
}

/** The same as files. The modules are named by their ids. */
export function filesOfPage(chunks, ids) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const needed = new Set()
  const take = (chunk) => {
    if (needed.has(chunk)) return
    needed.add(chunk)
    for (const name of chunk.imports) if (byName.has(name)) take(byName.get(name))
  }
  for (const chunk of chunks) if (chunk.isEntry) take(chunk)
  for (const id of ids) {
    const holder = chunks.find((chunk) => chunk.moduleIds.includes(id))
    if (!holder) throw new Error(`No file of the build holds ${id}`)
    take(holder)
  }
  return [...needed]
}
