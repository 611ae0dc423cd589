import { afterEach, expect, it, vi } from 'vitest'
import { RECEIPT_KEY } from './receipt'

afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(performance, 'navigation')
  sessionStorage.clear()
})

/** Loads the page; `type` is the browser's: 0 by a link or an address, 1 by a reload, 2 by Back or Forward. */
async function loadBy(type: number) {
  Object.defineProperty(performance, 'navigation', { value: { type }, configurable: true })
  vi.resetModules()
  return import('./receipt')
}

const receipt = { dropInDay: '2026-11-17', fee: 25 }

it('survives a reload, also where the browser has no navigation entry', async () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([])
  sessionStorage.setItem(RECEIPT_KEY, JSON.stringify(receipt))
  expect((await loadBy(1)).readReceipt()).toEqual(receipt)
})

it.each([0, 2])('is cleared by any other load (%d): somebody else may be at the browser', async (type) => {
  sessionStorage.setItem(RECEIPT_KEY, JSON.stringify(receipt))
  expect((await loadBy(type)).readReceipt()).toBeNull()
  expect(sessionStorage.getItem(RECEIPT_KEY)).toBeNull()
})
