import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** The rules must not depend on the machine's time zone: they run in two. */
const domainIn = (name: string, TZ: string) => ({
  extends: 'domain/vitest.config.ts',
  test: { name, root: 'domain', env: { TZ } },
})

export default defineConfig({
  test: {
    // More than cores: much of an API test is waiting, for timeouts and other processes. By default one core is left free.
    maxWorkers: availableParallelism() + 1,
    projects: [
      domainIn('domain', 'UTC'),
      domainIn('domain-auckland', 'Pacific/Auckland'),
      'server/vitest.config.ts',
      'web/vitest.config.ts',
      'scripts/vitest.config.ts',
    ],
  },
})
