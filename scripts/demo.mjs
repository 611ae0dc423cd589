import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { stopWithNpm } from './lib/npm-parent.mjs'
import { root } from './lib/paths.mjs'
import { ensureBuilt, main } from './lib/processes.mjs'

requireNode()
await main(async () => {
  process.chdir(root)
  await ensureInstalled()
  await ensureBuilt()
  stopWithNpm()
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(join(root, 'server', 'dist', 'run-demo.js')).href)
})
