import type { Page } from '@playwright/test'

/** Simulates a slow network: requests to the URL are pending until released, and then continue to the server. */
export function holdRequest(page: Page, url: string): { requested: Promise<void>; release: () => void } {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const requested = new Promise<void>((resolve) => {
    void page.route(url, async (route) => {
      resolve()
      await released
      await route.continue()
    })
  })
  return { requested, release }
}
