import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ErrorBoundary } from './feedback/error-boundary'
import { lazily } from './lazily'

// React tells of what a boundary caught.
const told = vi.fn()

beforeEach(() => {
  vi.stubGlobal('console', { ...globalThis.console, error: told })
  vi.useFakeTimers()
  told.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const draw = (load: () => Promise<{ default: () => string }>) => {
  const Page = lazily(load)
  return render(
    <ErrorBoundary>
      <Suspense fallback="Loading...">
        <Page />
      </Suspense>
    </ErrorBoundary>,
  )
}
const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('a page whose code is fetched when it is needed', () => {
  it('comes as soon as it is there', async () => {
    draw(async () => ({ default: () => 'Here' }))
    await after(0)
    expect(screen.getByText('Here')).toBeTruthy()
  })

  it('says that it failed only when the page it failed on is still there a moment later', async () => {
    draw(() => Promise.reject(new TypeError('cut off')))
    await after(1_400)
    expect(screen.getByText('Loading...')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(told).not.toHaveBeenCalled()
    await after(200)
    expect(screen.getByRole('alert').textContent).toContain('Something fell over')
    expect(told).toHaveBeenCalled()
  })
})
