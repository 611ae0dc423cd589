import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from './build-cache.mjs'
import { root } from './paths.mjs'
import { CliError, run } from './processes.mjs'

const BUILDS = join(root, '.cache', 'builds')
const KEEP_MS = 60 * 60_000

/** Builds into a folder named after its inputs, so that web/dist and parallel tests are not affected. */
export async function buildForTests() {
  const folder = join(BUILDS, `${hashOf('web').slice(0, 12)}-${hashOf('server').slice(0, 12)}`)
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(BUILDS)) {
    const old = join(BUILDS, name)
    if (old !== folder && Date.now() - statSync(old).mtimeMs > KEEP_MS)
      rmSync(old, { recursive: true, force: true })
  }
  const code = await run(process.execPath, [join(root, 'scripts', 'build.mjs'), '--out', folder])
  if (code !== 0) throw new CliError('The build failed; see above.')
  return folder
}
