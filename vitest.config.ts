import { defineConfig } from 'vitest/config'

/** The rules must not depend on the machine's time zone: they run in two. */
const domainIn = (name: string, TZ: string) => ({
  extends: 'domain/vitest.config.ts',
  test: { name, root: 'domain', env: { TZ } },
})

export default defineConfig({
  test: {
    // All cores: by default one is left free, which on two is every other file.
    maxWorkers: '100%',
    projects: [
      domainIn('domain', 'UTC'),
      domainIn('domain-auckland', 'Pacific/Auckland'),
      'server/vitest.config.ts',
      'web/vitest.config.ts',
      'scripts/vitest.config.ts',
    ],
  },
})
