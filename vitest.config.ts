import { defineConfig } from 'vitest/config'

/** The rules must not depend on the machine's time zone: they run in two. */
const domainIn = (name: string, TZ: string, exclude: string[] = []) => ({
  extends: 'domain/vitest.config.ts',
  test: { name, root: 'domain', env: { TZ }, exclude },
})

export default defineConfig({
  test: {
    // All cores: by default one is left free, which on two is every other file.
    maxWorkers: '100%',
    projects: [
      domainIn('domain', 'UTC'),
      // Random sums are a third of the work; their days are the other files'.
      domainIn('domain-auckland', 'Pacific/Auckland', ['src/**/*.property.test.ts']),
      'server/vitest.config.ts',
      'web/vitest.config.ts',
      'scripts/vitest.config.ts',
    ],
  },
})
