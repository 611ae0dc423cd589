import { expect, type Page } from '@playwright/test'

/** Notes from the page's first paint on how much of what is in view is pushed about without anybody's doing. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted = window as unknown as { layoutShift: number }
    noted.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) noted.layoutShift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export async function expectNothingMoved(page: Page): Promise<void> {
  const shift = await page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift)
  expect(shift, 'layout shift').toBeLessThan(0.02)
}
