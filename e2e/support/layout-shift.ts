import { expect, type Page } from '@playwright/test'

/** Records layout shifts without user input from the first paint on. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const target = window as unknown as { layoutShift: number }
    target.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) target.layoutShift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export async function expectNoLayoutShift(page: Page): Promise<void> {
  const shift = await page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift)
  expect(shift, 'layout shift').toBeLessThan(0.02)
}
