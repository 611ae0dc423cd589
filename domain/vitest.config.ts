import { defineConfig } from 'vitest/config'

// Thousands of generated cases are fast, but not on a machine that also runs browsers.
export default defineConfig({ test: { isolate: false, testTimeout: 30_000 } })
