import { join } from 'node:path'
import { ensureHeadlessShell } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/paths.mjs'
import { main, run } from './lib/processes.mjs'
import { buildForTests } from './lib/test-build.mjs'

requireNode()
await main(async () => {
  await ensureInstalled()
  const chromium = await ensureHeadlessShell()
  const build = await buildForTests()
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const config = join(root, 'e2e', 'playwright.config.ts')
  return run(process.execPath, [playwright, 'test', '--config', config, ...process.argv.slice(2)], {
    env: { ...process.env, AFTERCARE_BUILD: build, AFTERCARE_CHROMIUM: chromium },
  })
})
