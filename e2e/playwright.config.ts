import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../scripts/lib/chromium.mjs'
import type { Options } from './fixtures'

export default defineConfig<Options>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  // More than cores: much of a test is waiting for the page.
  workers: 3,
  forbidOnly: true,
  // Generous: on a busy machine a test may be slow but must not fail.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env.AFTERCARE_E2E_REPORT
    ? [['list'], ['json', { outputFile: process.env.AFTERCARE_E2E_REPORT }]]
    : [['list']],
  use: {
    // The headless shell would round the widths of letters, unlike real browsers.
    launchOptions: {
      executablePath: process.env.AFTERCARE_CHROMIUM,
      args: [
        ...CHROMIUM_FLAGS,
        '--font-render-hinting=none',
        // Optimizing code that runs for a few seconds costs more than it saves: a tenth of the pages' CPU.
        '--js-flags=--no-opt,--no-maglev',
      ],
    },
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    // Not the programme's time zone: nothing shown may depend on the device's.
    timezoneId: 'America/Los_Angeles',
    // Tracing every step doubles the run; `--trace on` records a test that needs a closer look.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone-only/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      grep: /@phone/,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
    },
  ],
})
