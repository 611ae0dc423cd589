import { join } from 'node:path'
import { build } from 'vite'
import { buildStale } from './build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/paths.mjs'
import { main, run } from './lib/processes.mjs'

/** bench.mjs [--quick] [--felt | --only=works,felt,growth,memory,start]: measures what is shipped, so it is built first, and what stands beside it. */
requireNode()
await main(async () => {
  await ensureInstalled()
  process.env.NODE_ENV = 'production'
  await buildStale()
  const floor = join(root, '.cache', 'bench-floor')
  await build({
    root: join(root, 'bench'),
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: join(root, 'bench', 'floor', 'server.ts'),
      target: 'node20',
      outDir: floor,
      emptyOutDir: true,
    },
  })
  await build({
    root: join(root, 'bench', 'empty-page'),
    configFile: false,
    logLevel: 'warn',
    build: { outDir: join(root, '.cache', 'bench-empty-page'), emptyOutDir: true },
  })
  const env = { ...process.env, TSX_TSCONFIG_PATH: join(root, 'server', 'tsconfig.json') }
  return run(process.execPath, ['--import', 'tsx', join(root, 'bench', 'run.ts'), ...process.argv.slice(2)], {
    env,
  })
})
