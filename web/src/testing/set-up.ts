import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { resetStorage } from './fake-idb'

// Generous: on a busy machine a test must be slow, not red.
configure({ asyncUtilTimeout: 20_000 })

/** Test files share one page: each test leaves it as it was. */
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  resetStorage()
  window.history.replaceState(null, '', '/')
})
