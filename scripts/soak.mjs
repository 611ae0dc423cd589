import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/paths.mjs'
import { main, run } from './lib/processes.mjs'

/** soak.mjs [part of a trial's name], soak.mjs --load or --year */
const OTHERS = { '--load': 'load.ts', '--year': 'year.ts' }

requireNode()
await main(async () => {
  await ensureInstalled()
  const [first, ...rest] = process.argv.slice(2)
  const other = OTHERS[first]
  const entry = join(root, 'trials', other ?? 'soak.ts')
  const args = other ? rest : process.argv.slice(2)
  const env = { ...process.env, TSX_TSCONFIG_PATH: join(root, 'server', 'tsconfig.json') }
  return run(process.execPath, ['--import', 'tsx', entry, ...args], { env })
})
