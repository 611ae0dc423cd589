import type { Page } from '@playwright/test'

/** Two seconds, by the page's clock, after a chosen day became unavailable: from then on Submit sends the rest. */
export async function afterLoss(page: Page): Promise<void> {
  const since = await page.evaluate(() => performance.now())
  await page.waitForFunction((at) => performance.now() - at > 2000, since)
}
