import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reloadOnce, setServerBuild } from '../router/full-load'
import { navigate } from '../router/history'
import { Link, Router, useLocation } from '../router/router'
import { clearPendingKeys, withIdempotencyKey } from './idempotency-key'
import { queryClient } from './query-client'
import { useBeforeUnload } from './use-before-unload'

const reload = vi.fn()
const meta = document.createElement('meta')

beforeEach(() => {
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  reload.mockClear()
  meta.name = 'build'
  meta.content = 'this-build'
  document.head.append(meta)
})
afterEach(() => {
  setServerBuild('this-build')
  meta.remove()
})

function Page({ isDirty }: { isDirty: boolean }) {
  useBeforeUnload(isDirty)
  const { pathname, search } = useLocation()
  return (
    <>
      <Link to="/history" state={{ from: 'menu' }}>
        History
      </Link>
      <Link to="?page=2">Next</Link>
      <output>{pathname + search}</output>
    </>
  )
}

function show({ isDirty = false } = {}) {
  window.history.replaceState(null, '', '/dashboard')
  render(
    <Router>
      <Page isDirty={isDirty} />
    </Router>,
  )
}
const shown = () => screen.getByRole('status').textContent
const follow = (name: string) => userEvent.click(screen.getByRole('link', { name }))
const goBack = () =>
  act(() => {
    window.history.replaceState({ usr: null, idx: 0 }, '', '/children')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })

describe('after a deployment', () => {
  it('a link loads its page from the server, in a history entry of its own, with its state', async () => {
    show()
    setServerBuild('next-build')
    await follow('History')
    expect(reload).toHaveBeenCalledOnce()
    expect(window.location.pathname).toBe('/history')
    expect(window.history.state).toEqual({ usr: { from: 'menu' }, idx: 1 })
    expect(shown()).toBe('/dashboard')
  })

  it('so does Back', () => {
    show()
    setServerBuild('next-build')
    goBack()
    expect(reload).toHaveBeenCalledOnce()
  })

  it('the same page stays: another page of a list, a redirect, what follows a saved form', async () => {
    show()
    setServerBuild('next-build')
    await follow('Next')
    act(() => navigate('/children'))
    expect(shown()).toBe('/children')
    expect(reload).not.toHaveBeenCalled()
  })

  it('nothing that was typed is lost', async () => {
    show({ isDirty: true })
    setServerBuild('next-build')
    await follow('History')
    expect(shown()).toBe('/history')
    goBack()
    expect(reload).not.toHaveBeenCalled()
  })

  it('nothing that is being saved is interrupted', async () => {
    show()
    setServerBuild('next-build')
    const mutation = queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: () => new Promise<void>(() => undefined) })
    void mutation.execute(undefined)
    await follow('History')
    expect(reload).not.toHaveBeenCalled()
    queryClient.getMutationCache().clear()
  })

  it('a request without a response keeps its idempotency key', async () => {
    show()
    setServerBuild('next-build')
    const lost = withIdempotencyKey('add child', {}, () => Promise.reject(new TypeError('no network')))
    await expect(lost).rejects.toThrow()
    await follow('History')
    expect(reload).not.toHaveBeenCalled()
    clearPendingKeys()
  })

  it('a page stays usable offline', async () => {
    show()
    setServerBuild('next-build')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await follow('History')
    expect(reload).not.toHaveBeenCalled()
  })

  it('a server that went back to this build needs no full load', async () => {
    show()
    setServerBuild('next-build')
    setServerBuild('this-build')
    await follow('History')
    expect(reload).not.toHaveBeenCalled()
  })
})

it.each([null, undefined, 7])('a server that names no build (%s) causes no full load', async (build) => {
  show()
  setServerBuild(build)
  await follow('History')
  expect(reload).not.toHaveBeenCalled()
})

it('in development, where pages have no build, there is no full load', async () => {
  meta.remove()
  show()
  setServerBuild('next-build')
  await follow('History')
  expect(reload).not.toHaveBeenCalled()
})

describe('a page whose code is gone', () => {
  it('is reloaded once, not for ever', () => {
    expect([reloadOnce(), reloadOnce()]).toEqual([true, false])
    expect(reload).toHaveBeenCalledOnce()
    vi.useFakeTimers({ now: Date.now() + 121_000 })
    expect(reloadOnce()).toBe(true)
  })

  it('is not reloaded again for what asks every minute, because it is never there', () => {
    vi.useFakeTimers({ now: Date.now() + 300_000 })
    expect(reloadOnce()).toBe(true)
    for (let minutes = 1; minutes <= 10; minutes += 1) {
      vi.advanceTimersByTime(60_000)
      expect(reloadOnce(), `after ${minutes} minutes`).toBe(false)
    }
  })

  it('is not reloaded while the browser loads another page, which aborts what this one loads', () => {
    sessionStorage.clear()
    vi.useFakeTimers({ now: Date.now() })
    window.dispatchEvent(new Event('beforeunload'))
    expect(reloadOnce()).toBe(false)
    expect(reload).not.toHaveBeenCalled()
    // The user stopped it.
    vi.advanceTimersByTime(31_000)
    expect(reloadOnce()).toBe(true)
  })

  it('is not reloaded with unsaved input, or without a storage to remember it', () => {
    show({ isDirty: true })
    expect(reloadOnce()).toBe(false)
    vi.stubGlobal('sessionStorage', undefined)
    expect(reloadOnce()).toBe(false)
    expect(reload).not.toHaveBeenCalled()
  })
})
