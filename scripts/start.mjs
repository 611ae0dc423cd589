import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { exitWithParent } from './lib/exit-with-parent.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/paths.mjs'
import { ensureBuilt, main } from './lib/processes.mjs'

requireNode()
await main(async () => {
  process.chdir(root)
  await ensureInstalled()
  await ensureBuilt()
  exitWithParent()
  // In this very process: signals reach the server itself, and no wrapper of ours can die and leave it behind.
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(join(root, 'server', 'dist', 'main.js')).href)
})
