import { join } from 'node:path'
import { ensureFirefox } from './lib/firefox.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/paths.mjs'
import { main, run } from './lib/processes.mjs'
import { buildForTests } from './lib/test-build.mjs'

/** firefox.mjs [--pictures FOLDER]: the main journeys in Firefox, on the built product. */
requireNode()
await main(async () => {
  await ensureInstalled()
  const firefox = await ensureFirefox()
  const build = await buildForTests()
  const env = {
    ...process.env,
    AFTERCARE_BUILD: build,
    AFTERCARE_FIREFOX: firefox,
    TSX_TSCONFIG_PATH: join(root, 'server', 'tsconfig.json'),
  }
  const entry = join(root, 'e2e', 'firefox', 'run.ts')
  return run(process.execPath, ['--import', 'tsx', entry, ...process.argv.slice(2)], { env })
})
