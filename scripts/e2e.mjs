import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/paths.mjs'
import { main, run, Stop } from './lib/processes.mjs'
import { hashOf } from './lib/stamp.mjs'

const BUILDS = join(root, '.cache', 'builds')
const KEEP_MS = 60 * 60_000

requireNode()
await main(async () => {
  await ensureInstalled()
  const chromium = await ensureChromium()
  const build = await buildForTests()
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const config = join(root, 'e2e', 'playwright.config.ts')
  return run(process.execPath, [playwright, 'test', '--config', config, ...process.argv.slice(2)], {
    env: { ...process.env, AFTERCARE_BUILD: build, AFTERCARE_CHROMIUM: chromium },
  })
})

/** A folder named after what it is built from: neither web/dist nor a test running beside is disturbed. */
async function buildForTests() {
  const folder = join(BUILDS, `${hashOf('web').slice(0, 12)}-${hashOf('server').slice(0, 12)}`)
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(BUILDS)) {
    const old = join(BUILDS, name)
    if (old !== folder && Date.now() - statSync(old).mtimeMs > KEEP_MS)
      rmSync(old, { recursive: true, force: true })
  }
  const code = await run(process.execPath, [join(root, 'scripts', 'build.mjs'), '--out', folder])
  if (code !== 0) throw new Stop('The build failed: the reason stands above.')
  return folder
}
