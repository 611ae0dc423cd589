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
  // In this process: signals reach the server itself, and no wrapper can die and orphan it.
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(join(root, 'server', 'dist', 'main.js')).href)
})
