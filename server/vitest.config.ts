import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    include: ['{src,demo,fuzz}/**/*.test.{ts,tsx}'],
    globalSetup: ['testing/global-setup.ts'],
    // Files share their modules: each has an app and a database of its own, and loading the server 40 times costs a minute.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
