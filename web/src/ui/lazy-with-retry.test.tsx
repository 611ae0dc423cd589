import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ErrorBoundary } from './feedback/error-boundary'
import { loadErrorNote } from './feedback/retry-note'
import { ToastProvider } from './feedback/toast-provider'
import { importWithRetry, lazyWithRetry, ReloadNeededError } from './lazy-with-retry'

// Without a connection.
beforeEach(() => void vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network'))))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** One outcome per attempt; further attempts never settle. */
function loader<Module>(module: Module, ...attempts: ('fails' | 'comes')[]) {
  return vi.fn(() => {
    const attempt = attempts.shift()
    if (attempt === 'fails') return Promise.reject(new TypeError('no network'))
    return attempt === 'comes' ? Promise.resolve(module) : new Promise<Module>(() => undefined)
  })
}

/** A form with unsaved input, which a reload would lose. */
function typeSomething() {
  const warn = (event: Event) => event.preventDefault()
  window.addEventListener('beforeunload', warn)
  onTestFinished(() => window.removeEventListener('beforeunload', warn))
}

const serverResponds = (status: number) => vi.stubGlobal('fetch', async () => new Response(null, { status }))

/** The server has a newer build, without the file: it responds, and importing fails again. */
function deploy() {
  serverResponds(200)
  return vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
}

describe('an import that failed', () => {
  const module = { Chart: 'here' }

  it('is repeated once the server responds', async () => {
    serverResponds(200)
    const load = loader(module, 'fails', 'comes')
    expect(await importWithRetry(load)).toBe(module)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('asks for a reload where it fails although the server responds, and is reported', async () => {
    const fetched = vi.fn<typeof fetch>(async () => new Response(null, { status: 200 }))
    vi.stubGlobal('fetch', fetched)
    await expect(importWithRetry(loader(module, 'fails', 'fails'))).rejects.toBeInstanceOf(ReloadNeededError)
    const [, report] = fetched.mock.calls
    expect(report?.[0]).toBe('/api/client-errors')
    expect(report?.[1]?.body).toContain('"kind":"load"')
  })

  it('says nothing about the file where only a proxy responds', async () => {
    serverResponds(503)
    const load = loader(module, 'fails')
    await expect(importWithRetry(load)).rejects.not.toBeInstanceOf(ReloadNeededError)
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('fails as it did without a connection', async () => {
    const load = loader(module, 'fails')
    await expect(importWithRetry(load)).rejects.not.toBeInstanceOf(ReloadNeededError)
    expect(load).toHaveBeenCalledTimes(1)
  })
})

describe('a page', () => {
  const consoleError = vi.fn()
  beforeEach(() => {
    // React reports what a boundary caught.
    vi.stubGlobal('console', { ...globalThis.console, error: consoleError })
    vi.useFakeTimers()
    consoleError.mockClear()
  })
  const show = (...attempts: ('fails' | 'comes')[]) => {
    const prefetch = vi.fn()
    const load = loader({ Page: () => 'Here' }, ...attempts)
    const Page = lazyWithRetry(load, (m) => m.Page, { prefetch })
    render(
      <ErrorBoundary>
        <Suspense fallback="Loading...">
          <Page />
        </Suspense>
      </ErrorBoundary>,
    )
    return prefetch
  }
  const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  it('is rendered as soon as it is loaded, and preloads its queries once', async () => {
    const prefetch = show('comes')
    await after(0)
    expect(screen.getByText('Here')).toBeTruthy()
    expect(prefetch).toHaveBeenCalledOnce()
  })

  it('is reloaded at once where its code is gone with an older build, but only once', async () => {
    const reload = deploy()
    show('fails', 'fails')
    await after(3_000)
    expect(reload).toHaveBeenCalledOnce()
    expect(screen.queryByRole('alert')).toBeNull()
    cleanup()
    show('fails', 'fails')
    await after(3_000)
    expect(reload).toHaveBeenCalledOnce()
    expect(screen.getByRole('alert').textContent).toContain('Something went wrong')
  })

  it('shows an error only when its page is still mounted a moment later', async () => {
    show('fails')
    await after(1_400)
    expect(screen.getByText('Loading...')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(consoleError).not.toHaveBeenCalled()
    await after(200)
    expect(screen.getByRole('alert').textContent).toContain('Something went wrong')
    expect(consoleError).toHaveBeenCalled()
  })
})

describe('a part of a page', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))

  type ChartProps = { name: string }
  const module = { Chart: ({ name }: ChartProps) => <p>{name}</p> }
  const page = (load: () => Promise<typeof module>) => {
    const Chart = lazyWithRetry(load, (m) => m.Chart, {
      renderError: loadErrorNote('The chart could not be loaded.'),
      fallback: 'Coming',
    })
    return (
      <main>
        <h1>The page</h1>
        <Chart name="December" />
      </main>
    )
  }

  it('leaves the page intact when it cannot be loaded, and is loaded on the next attempt', async () => {
    const load = loader(module, 'fails', 'fails', 'comes')
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    render(page(load))
    screen.getByText('Coming')
    await screen.findByText(/The chart could not be loaded\./)
    screen.getByRole('heading', { name: 'The page' })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(load).toHaveBeenCalledTimes(2)
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByText('December')
    expect(screen.queryByText(/could not be loaded/)).toBeNull()
  })

  it('keeps the focus on the button while retrying', async () => {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    render(page(loader(module, 'fails')))
    const button = await screen.findByRole('button', { name: 'Try again' })
    await user.click(button)
    expect(screen.getByRole('button', { name: 'Trying…' })).toBe(button)
    expect(document.activeElement).toBe(button)
  })

  it('is loaded when the network is back', async () => {
    render(page(loader(module, 'fails', 'comes')))
    await screen.findByText(/could not be loaded/)
    await act(async () => undefined)
    act(() => void window.dispatchEvent(new Event('online')))
    await screen.findByText('December')
  })

  it('is retried after a while, once for all places that show it', async () => {
    const load = loader(module, 'fails', 'comes')
    const Chart = lazyWithRetry(load, (m) => m.Chart, { renderError: () => null })
    const { unmount } = render(<Chart name="December" />)
    await act(async () => undefined)
    expect(load).toHaveBeenCalledTimes(1)
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    await screen.findByText('December')
    unmount()
    render(<Chart name="January" />)
    screen.getByText('January')
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('reloads the page where only that helps, and offers it instead of losing input', async () => {
    const reload = deploy()
    const { unmount } = render(page(loader(module, 'fails', 'fails')))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    screen.getByText('Coming')
    unmount()
    typeSomething()
    render(page(loader(module, 'fails', 'fails')))
    await screen.findByRole('button', { name: 'Reload the page' })
    expect(reload).toHaveBeenCalledOnce()
  })
})

describe('what the user opens', () => {
  type PanelProps = { onClose: () => void }
  const Panel = ({ onClose }: PanelProps) => (
    <button type="button" onClick={onClose}>
      Close the panel
    </button>
  )
  function show(load: () => Promise<{ Panel: typeof Panel }>) {
    const LazyPanel = lazyWithRetry(load, (m) => m.Panel, {
      close: ({ onClose }) => onClose(),
      fallback: <p>Coming</p>,
    })
    function Page() {
      const [isOpen, setOpen] = useState(false)
      return (
        <ToastProvider>
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
          {isOpen && <LazyPanel onClose={() => setOpen(false)} />}
        </ToastProvider>
      )
    }
    render(<Page />)
    return userEvent.setup()
  }

  it('is closed with a message when it cannot be fetched, and the next click tries again', async () => {
    const load = loader({ Panel }, 'fails', 'comes')
    const user = show(load)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await screen.findByText("We couldn't open this. Please check your connection and try again.")
    expect(screen.queryByText('Coming')).toBeNull()

    await user.click(screen.getByRole('button', { name: 'Open' }))
    await user.click(await screen.findByRole('button', { name: 'Close the panel' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Close the panel' })).toBeNull())
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('offers a reload where only that helps and input would be lost', async () => {
    typeSomething()
    const reload = deploy()
    const user = show(loader({ Panel }, 'fails', 'fails'))
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await screen.findByText("We couldn't open this. Please reload the page and try again.")
    screen.getByRole('button', { name: 'Reload' })
    expect(reload).not.toHaveBeenCalled()
  })
})
