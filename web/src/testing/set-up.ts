import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { resetStorage } from '../admin/board/testing/fake-idb'
import { resetDrafts } from '../lib/draft-store'
import { clearPendingKeys } from '../lib/idempotency-key'
import { setProgram, setServerTime } from '../lib/program'
import { programJson } from '../lib/program-json'
import { queryClient } from '../lib/query-client'
import { connectToasts } from '../ui/feedback/toast'
import { loadToastRegion } from '../ui/feedback/toast-provider'
import { importWithRetry } from '../ui/lazy-with-retry'

declare global {
  interface Window {
    happyDOM: { setViewport(size: { width?: number; height?: number }): void }
  }
}

// Generous: on a busy machine a test may be slow, but must not fail.
configure({ asyncUtilTimeout: 20_000, getElementError })

/** Prints the page when its message is read: `findBy` throws an error at every attempt, and printing cost a twentieth of the CPU. */
function getElementError(message: string | null, container: Element): Error {
  const error = new Error(message ?? '')
  error.name = 'TestingLibraryElementError'
  Error.captureStackTrace(error, getElementError)
  Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => `${message}\n\n${prettyDOM(container)}`,
  })
  return error
}

// The app loads it after the page; tests look at toasts at once.
await importWithRetry(loadToastRegion)

const PROGRAM = programJson()

/** Test files share one page: each test leaves it as it was. */
afterEach(() => {
  cleanup()
  // Also those kept after an expired session: the next tests could not reload the page.
  resetDrafts()
  // A test that asked before leaving the page did not leave it.
  window.dispatchEvent(new Event('pageshow'))
  // Toasts that no region has shown are dropped.
  connectToasts({ add: () => '', close: () => undefined })()
  queryClient.clear()
  // After a test without a connection, the requests of the next would wait for one.
  onlineManager.setOnline(true)
  clearPendingKeys()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  setProgram(PROGRAM)
  setServerTime(new Date().toISOString())
  localStorage.clear()
  sessionStorage.clear()
  resetStorage()
  window.history.replaceState(null, '', '/')
  window.happyDOM.setViewport({ width: 1024, height: 768 })
  // Let pending history navigation finish: happy-dom fires no event for it.
  for (let move = 0; move < 2; move += 1) window.dispatchEvent(new PopStateEvent('popstate'))
})
