import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/paths.mjs'
import { main, run } from './lib/processes.mjs'

requireNode()
await main(async () => {
  await ensureInstalled()
  return run(process.execPath, ['--import', 'tsx', join(root, 'bench', 'run.ts'), ...process.argv.slice(2)])
})
