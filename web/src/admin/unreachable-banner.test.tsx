import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startLive } from '../lib/live'
import { LiveStream } from '../testing/live-stream'
import { UnreachableBanner } from './unreachable-banner'

const WORDS = /The connection is lost/
let answer: () => Promise<{ status: number }>
let leave: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', () => answer())
  leave = startLive({ onChange: () => {}, onSignedOut: () => {}, onResync: () => {} })
  render(<UnreachableBanner />)
})
afterEach(() => {
  leave()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const cut = () => act(() => LiveStream.emit('error'))
const refused = () => Promise.reject(new TypeError('Failed to fetch'))
const answered = (status: number) => () => Promise.resolve({ status })

it('says that the server is out of reach although the browser is online, until it answers', async () => {
  answer = refused
  cut()
  expect(screen.queryByText(WORDS)).toBeNull()
  await pass(4_000)
  expect(screen.getByRole('status').textContent).toMatch(WORDS)
  // A proxy answers for it.
  answer = answered(502)
  await pass(4_000)
  expect(screen.queryByText(WORDS)).not.toBeNull()
  answer = answered(200)
  await pass(4_000)
  expect(screen.queryByText(WORDS)).toBeNull()
})

it('goes as soon as changes are heard again', async () => {
  answer = refused
  cut()
  await pass(4_000)
  act(() => LiveStream.emit('open'))
  expect(screen.queryByText(WORDS)).toBeNull()
  await pass(20_000)
  expect(screen.queryByText(WORDS)).toBeNull()
})

it('is silent while the stream comes back at once, and where only the stream is refused', async () => {
  answer = refused
  cut()
  await pass(2_000)
  act(() => LiveStream.emit('open'))
  await pass(10_000)
  expect(screen.queryByText(WORDS)).toBeNull()
  answer = answered(200)
  cut()
  await pass(10_000)
  expect(screen.queryByText(WORDS)).toBeNull()
})
