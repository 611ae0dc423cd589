import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveStream } from '../testing/live-stream'
import { startLive, subscribeConnection } from './live'

let stop: () => void
let connection: boolean[]
let unsubscribe: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', LiveStream)
  LiveStream.opened.length = 0
  connection = []
  unsubscribe = subscribeConnection((isConnected) => void connection.push(isConnected))
  stop = startLive({ onConnected: () => {}, onChange: () => {}, onSignedOut: () => {}, onResync: () => {} })
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

/** The gap that the newest stream reports to the server, in seconds. */
const reportedGap = () =>
  Math.round(
    Number(new URL(LiveStream.opened.at(-1)?.url ?? '', location.href).searchParams.get('stale_ms')) / 1000,
  )
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

  it('counts as disconnected after 45 s without one, reconnects, and reports the whole gap', () => {
    vi.advanceTimersByTime(44_000)
    expect(LiveStream.opened).toHaveLength(1)
    vi.advanceTimersByTime(1_000)
    expect(connection).toEqual([true, false])
    expect(LiveStream.opened).toHaveLength(2)
    expect(openStreams()).toHaveLength(1)
    expect(reportedGap()).toBe(45)
    // The new connection is frozen too.
    vi.advanceTimersByTime(45_000)
    expect(openStreams()).toHaveLength(1)
    expect(reportedGap()).toBe(90)
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

  it('reports the time since the last event, not since the error, which comes late', () => {
    vi.advanceTimersByTime(30_000)
    LiveStream.emit('error')
    show('hidden')
    vi.advanceTimersByTime(60_000)
    expect(openStreams()).toHaveLength(0)
    show('visible')
    expect(reportedGap()).toBe(90)
  })
})

describe('a page that came with its data', () => {
  it('reports the position of the data, until the first event', async () => {
    stop()
    const meta = document.createElement('meta')
    Object.assign(meta, { name: 'live-position', content: 'a1b2c3d4.57' })
    document.head.append(meta)
    vi.resetModules()
    const fresh = await import('./live')
    stop = fresh.startLive({
      onConnected: () => {},
      onChange: () => {},
      onSignedOut: () => {},
      onResync: () => {},
    })
    const reportedPosition = () =>
      new URL(LiveStream.opened.at(-1)?.url ?? '', location.href).searchParams.get('after')
    expect(reportedPosition()).toBe('a1b2c3d4.57')
    window.dispatchEvent(new Event('online'))
    expect(reportedPosition()).toBe('a1b2c3d4.57')
    LiveStream.emit('hello')
    window.dispatchEvent(new Event('online'))
    expect(reportedPosition()).toBeNull()
    meta.remove()
  })
})

describe('a device that slept', () => {
  it('reconnects as soon as the page is visible again', () => {
    sleep(3_600_000)
    show('visible')
    expect(openStreams()).toHaveLength(1)
    expect(reportedGap()).toBe(3_600)
  })

  it('reconnects within seconds where nothing tells the page', () => {
    sleep(3_600_000)
    vi.advanceTimersByTime(5_000)
    expect(reportedGap()).toBe(3_605)
    expect(openStreams()).toHaveLength(1)
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
    expect(reportedGap()).toBe(3)
  })

  it('is not affected by a clock that was set back', () => {
    vi.advanceTimersByTime(30_000)
    vi.setSystemTime(Date.now() - 3_600_000)
    show('visible')
    expect(reportedGap()).toBe(30)
  })
})
