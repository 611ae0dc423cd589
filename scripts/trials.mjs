import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/paths.mjs'
import { CliError, main, run } from './lib/processes.mjs'

/** trials.mjs soak|load|year [options]: runs one of the programs in trials/. */
requireNode()
await main(async () => {
  const [trial, ...options] = process.argv.slice(2)
  if (!['soak', 'load', 'year'].includes(trial)) throw new CliError('Name a trial: soak, load or year.')
  await ensureInstalled()
  const env = { ...process.env, TSX_TSCONFIG_PATH: join(root, 'server', 'tsconfig.json') }
  return run(process.execPath, ['--import', 'tsx', join(root, 'trials', `${trial}.ts`), ...options], { env })
})
