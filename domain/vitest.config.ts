import { defineConfig } from 'vitest/config'

// Thousands of generated cases are quick, but not on a machine that also drives browsers.
export default defineConfig({ test: { include: ['src/**/*.test.ts'], isolate: false, testTimeout: 30_000 } })
