import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig } from 'vitest/config'
import domain from '../../domain/vitest.config.ts'
import server from '../../server/vitest.config.ts'
import { LoadErrorReporter } from './load-error-reporter.mjs'
import { currentPart } from './parts.mjs'
import { warmThreads } from './warm-threads.mjs'

const { folder, tests, withoutTests = [] } = currentPart()
const { include: _, ...test } = { domain, server }[folder].test

export default mergeConfig(
  { test },
  defineConfig({
    root: fileURLToPath(new URL(`../../${folder}`, import.meta.url)),
    plugins: [{ name: 'warm-threads', configureVitest: useWarmThreads }],
    test: {
      include: tests,
      exclude: withoutTests,
      setupFiles: ['few-generated-cases', 'no-mutant', 'stop-apps'].map((name) =>
        fileURLToPath(new URL(`./${name}.mjs`, import.meta.url)),
      ),
      env: { TZ: 'UTC' },
      // What a broken request never reaches is waited for in every race test.
      expect: { poll: { timeout: 5_000, interval: 20 } },
      reporters: [new LoadErrorReporter()],
    },
  }),
)

/** Stryker's runner always asks for vitest's own threads. */
function useWarmThreads({ project }) {
  project.config.pool = warmThreads.name
  project.config.poolRunner = warmThreads
}
