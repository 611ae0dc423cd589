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
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(join(root, 'server', 'dist', 'run-demo.js')).href)
})
