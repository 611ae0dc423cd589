import type { Page } from '@playwright/test'

/** A slow line: requests to the address are under way until they are released, and then go on to the server. */
export function hold(page: Page, address: string): { asked: Promise<void>; release: () => void } {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const asked = new Promise<void>((resolve) => {
    void page.route(address, async (route) => {
      resolve()
      await released
      await route.continue()
    })
  })
  return { asked, release }
}
