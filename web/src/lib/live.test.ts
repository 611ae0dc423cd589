import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveStream } from '../testing/live-stream'
import { startLive, subscribeConnection } from './live'

/** Before the clock is a fake one. */
const loadedAt = performance.timeOrigin
let stop: () => void
let connection: boolean[]
let received: string[]
let unsubscribe: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', LiveStream)
  LiveStream.opened.length = 0
  connection = []
  unsubscribe = subscribeConnection((isConnected) => void connection.push(isConnected))
  received = []
  stop = startLive({
    onConnected: () => {},
    onChange: (topic, { id }) => received.push(`${topic} ${id}`),
    onSignedOut: () => {},
    onResync: () => received.push('resync'),
  })
  LiveStream.emit('open')
  LiveStream.emit('hello')
})
afterEach(() => {
  stop()
  unsubscribe()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const openStreams = () => LiveStream.opened.filter(({ isClosed }) => !isClosed)
const show = (visibility: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  document.dispatchEvent(new Event('visibilitychange'))
}
/** A device that sleeps stops timers and the monotonic clock; the wall clock goes on. */
const sleep = (ms: number) => {
  const now = performance.now()
  vi.setSystemTime(Date.now() + ms)
  vi.spyOn(performance, 'now').mockReturnValue(now)
}

describe('the live stream', () => {
  it('stays open as long as there are heartbeats', () => {
    for (let count = 0; count < 20; count += 1) {
      vi.advanceTimersByTime(20_000)
      LiveStream.emit('heartbeat')
    }
    expect(LiveStream.opened).toHaveLength(1)
    expect(connection).toEqual([true])
  })

  it('counts as disconnected after 45 s without one, and reconnects', () => {
    vi.advanceTimersByTime(44_000)
    expect(LiveStream.opened).toHaveLength(1)
    vi.advanceTimersByTime(1_000)
    expect(connection).toEqual([true, false])
    expect(openStreams()).toHaveLength(0)
    vi.advanceTimersByTime(1_100)
    expect(openStreams()).toHaveLength(1)
    // The new connection is frozen too.
    vi.advanceTimersByTime(50_000)
    expect(openStreams()).toHaveLength(1)
    expect(LiveStream.opened).toHaveLength(3)
    LiveStream.emit('open')
    LiveStream.emit('hello')
    expect(connection).toEqual([true, false, false, true])
  })

  it('takes any event for a sign of life', () => {
    vi.advanceTimersByTime(40_000)
    LiveStream.emit('months', { type: 'UPDATE' })
    vi.advanceTimersByTime(40_000)
    expect(LiveStream.opened).toHaveLength(1)
  })

  it('of 5,000 pages reconnects within 51 s each, and at once if the page is shown again', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999)
    LiveStream.emit('heartbeat', { pages: 5_000 })
    LiveStream.emit('error')
    vi.advanceTimersByTime(50_000)
    expect(openStreams()).toHaveLength(0)
    vi.advanceTimersByTime(1_000)
    expect(openStreams()).toHaveLength(1)
    LiveStream.emit('error')
    show('visible')
    expect(openStreams()).toHaveLength(1)
    LiveStream.emit('hello')
    vi.advanceTimersByTime(40_000)
    expect(LiveStream.opened).toHaveLength(3)
  })

  it('of a hidden page closes after a minute and opens when it is shown', () => {
    show('hidden')
    vi.advanceTimersByTime(60_000)
    window.dispatchEvent(new Event('online'))
    expect(openStreams()).toHaveLength(0)
    show('visible')
    expect(openStreams()).toHaveLength(1)
  })
})

describe('a page', () => {
  const seats = (id: string, changed_ms: number) => ({ id, changed_ms, taken_seats: {} })
  const pageAge = () => Math.max(performance.now(), Date.now() - loadedAt)

  it('refetches after a change since it loaded', () => {
    LiveStream.emit('hello', { changed_ms: pageAge() + 1_000 })
    LiveStream.emit('hello', { changed_ms: null })
    expect(received).toEqual([])
    LiveStream.emit('hello', { changed_ms: pageAge() })
    expect(received).toEqual(['resync'])
  })

  it('replaces seats that changed since it loaded', () => {
    LiveStream.emit('hello', { seats: [seats('m1', pageAge() + 1_000), seats('m2', pageAge() - 1)] })
    expect(received).toEqual(['month_seats m2'])
  })

  it('refetches with all others, but not at the same moment, when changes may have been missed', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    LiveStream.emit('heartbeat', { pages: 1_000 })
    LiveStream.emit('resync')
    vi.advanceTimersByTime(4_900)
    expect(received).toEqual([])
    vi.advanceTimersByTime(200)
    expect(received).toEqual(['resync'])
  })
})

describe('a device that slept', () => {
  it('reconnects as soon as the page is visible again', () => {
    sleep(3_600_000)
    show('visible')
    expect(openStreams()).toHaveLength(1)
    expect(LiveStream.opened).toHaveLength(2)
  })

  it('reconnects within seconds where nothing tells the page', () => {
    sleep(3_600_000)
    vi.advanceTimersByTime(6_100)
    expect(openStreams()).toHaveLength(1)
    expect(LiveStream.opened).toHaveLength(2)
  })

  it('does not reconnect for a moment', () => {
    vi.advanceTimersByTime(10_000)
    show('visible')
    expect(LiveStream.opened).toHaveLength(1)
  })

  it.each([
    ['the network is back', () => new Event('online')],
    [
      'the page comes from the back/forward cache',
      () => Object.assign(new Event('pageshow'), { persisted: true }),
    ],
  ])('reconnects when %s', (_, event) => {
    vi.advanceTimersByTime(3_000)
    window.dispatchEvent(event())
    expect(openStreams()).toHaveLength(1)
    expect(LiveStream.opened).toHaveLength(2)
  })

  it('is not affected by a clock that was set back', () => {
    vi.advanceTimersByTime(30_000)
    vi.setSystemTime(Date.now() - 3_600_000)
    show('visible')
    expect(LiveStream.opened).toHaveLength(2)
  })
})
