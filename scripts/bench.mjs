import { join } from 'node:path'
import { build } from 'vite'
import { buildStale } from './build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/paths.mjs'
import { main, run } from './lib/processes.mjs'

/** bench.mjs [--quick] [--only=scenarios,web-vitals,lighthouse,growth,memory,start]: builds and measures the product and the baseline. */
requireNode()
await main(async () => {
  await ensureInstalled()
  process.env.NODE_ENV = 'production'
  await buildStale()
  const baseline = join(root, '.cache', 'bench-baseline')
  await build({
    root: join(root, 'bench'),
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: join(root, 'bench', 'baseline', 'server.ts'),
      target: 'node20',
      outDir: baseline,
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
