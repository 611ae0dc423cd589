import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // The test DOM has no IndexedDB.
  resolve: { alias: { idb: join(import.meta.dirname, 'src/admin/board/testing/fake-idb.ts') } },
  test: {
    name: 'web',
    environment: 'happy-dom',
    // A clicked download must not change the page's URL: in the files that follow, no link would work.
    environmentOptions: { happyDOM: { settings: { navigation: { disableFallbackToSetURL: true } } } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/set-up.ts'],
    // Files share modules and the page, which `set-up.ts` resets: isolated, they cost three times the CPU.
    isolate: false,
    // Generous: on a busy machine a test must be slow, not red.
    expect: { poll: { timeout: 30_000, interval: 20 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
