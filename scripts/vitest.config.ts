import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'scripts',
    include: ['**/*.test.ts', '../{trials,bench}/**/*.test.ts'],
    // Generous, for busy machines.
    expect: { poll: { timeout: 30_000, interval: 20 } },
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})
