import type { Page } from '@playwright/test'

/** Two seconds after a chosen day went, by the page's own clock: from then on a press on Submit sends the rest. */
export async function afterLoss(page: Page): Promise<void> {
  const since = await page.evaluate(() => performance.now())
  await page.waitForFunction((at) => performance.now() - at > 2000, since)
}
