import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    include: ['{src,demo,fuzz}/**/*.test.{ts,tsx}'],
    globalSetup: ['testing/global-setup.ts'],
    // Files share their modules: each has an app and a database of its own, and loading the server 40 times costs a minute.
    isolate: false,
    // Generous: on a busy machine a test must be slow, not red.
    expect: { poll: { timeout: 30_000, interval: 20 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
