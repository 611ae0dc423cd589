import type { Page } from '@playwright/test'

/** Submit is blocked for two seconds, by the page's clock, after a selected day became unavailable. */
export async function waitAfterDayRemoved(page: Page): Promise<void> {
  const start = await page.evaluate(() => performance.now())
  await page.waitForFunction((from) => performance.now() - from > 2000, start)
}
