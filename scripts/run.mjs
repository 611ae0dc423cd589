import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isFresh } from './lib/build-cache.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/paths.mjs'
import { main, run } from './lib/processes.mjs'

requireNode()
await main(async () => {
  await ensureInstalled()
  const [command = '', ...args] = process.argv.slice(2)
  const built = join(root, 'server', 'dist', `${command}.js`)
  if (isFresh('server') && existsSync(built)) return run(process.execPath, [built, ...args])
  const source = join(root, 'server', 'src', 'cli', `${command}.ts`)
  const env = { ...process.env, TSX_TSCONFIG_PATH: join(root, 'server', 'tsconfig.json') }
  return run(process.execPath, ['--import', 'tsx', source, ...args], { env })
})
