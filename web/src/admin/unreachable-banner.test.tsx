import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startLive } from '../lib/live'
import { LiveStream } from '../testing/live-stream'
import { UnreachableBanner } from './unreachable-banner'

const BANNER_TEXT = /The connection is lost/
let respond: () => Promise<{ status: number }>
let stopLive: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', () => respond())
  stopLive = startLive({
    onConnected: () => {},
    onChange: () => {},
    onSignedOut: () => {},
    onResync: () => {},
  })
  render(<UnreachableBanner />)
})
afterEach(() => {
  stopLive()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const disconnect = () => act(() => LiveStream.emit('error'))
const networkError = () => Promise.reject(new TypeError('Failed to fetch'))
const withStatus = (status: number) => () => Promise.resolve({ status })

it('says that the server is unreachable although the browser is online, until it responds', async () => {
  respond = networkError
  disconnect()
  expect(screen.queryByText(BANNER_TEXT)).toBeNull()
  await advance(4_000)
  expect(screen.getByRole('status').textContent).toMatch(BANNER_TEXT)
  // Only the proxy responds.
  respond = withStatus(502)
  await advance(4_000)
  expect(screen.queryByText(BANNER_TEXT)).not.toBeNull()
  respond = withStatus(200)
  await advance(4_000)
  expect(screen.queryByText(BANNER_TEXT)).toBeNull()
})

it('disappears as soon as the stream reconnects', async () => {
  respond = networkError
  disconnect()
  await advance(4_000)
  act(() => LiveStream.emit('open'))
  expect(screen.queryByText(BANNER_TEXT)).toBeNull()
  await advance(20_000)
  expect(screen.queryByText(BANNER_TEXT)).toBeNull()
})

it('stays hidden when the stream reconnects at once, or when only the stream fails', async () => {
  respond = networkError
  disconnect()
  await advance(2_000)
  act(() => LiveStream.emit('open'))
  await advance(10_000)
  expect(screen.queryByText(BANNER_TEXT)).toBeNull()
  respond = withStatus(200)
  disconnect()
  await advance(10_000)
  expect(screen.queryByText(BANNER_TEXT)).toBeNull()
})
