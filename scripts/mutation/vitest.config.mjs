import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig } from 'vitest/config'
import domain from '../../domain/vitest.config.ts'
import server from '../../server/vitest.config.ts'
import { LoadErrorReporter } from './load-error-reporter.mjs'
import { currentPart } from './parts.mjs'

const { folder, tests, withoutTests = [] } = currentPart()
const { include: _, ...test } = { domain, server }[folder].test

export default mergeConfig(
  { test },
  defineConfig({
    root: fileURLToPath(new URL(`../../${folder}`, import.meta.url)),
    test: {
      include: tests,
      exclude: withoutTests,
      setupFiles: [fileURLToPath(new URL('./few-generated-cases.mjs', import.meta.url))],
      env: { TZ: 'UTC' },
      reporters: [new LoadErrorReporter()],
    },
  }),
)
