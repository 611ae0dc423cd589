import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // All cores: by default one is left free, which on two is every other file.
    maxWorkers: '100%',
    projects: [
      'domain/vitest.config.ts',
      'server/vitest.config.ts',
      'web/vitest.config.ts',
      'scripts/vitest.config.ts',
    ],
  },
})
