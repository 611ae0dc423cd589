import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import { findViewerBySession } from '../auth/sessions.queries'
import type { Viewer } from '../auth/viewer'
import type { Clock } from '../clock'
import type { Config } from '../config'
import { findFamilyOf } from '../db/adults'
import type { Db } from '../db/client'
import { describeProgram } from '../program/program'
import { findSiteContent } from '../site-content/site-content.queries'
import type { Change } from './change'
import { concernsAccount, isPublicSection, maySee, topicOf } from './change-audience'
import type { LiveHub, LiveMessage } from './live-hub'
import { createProgramLoader } from './program-loader'
import { createSeatThrottle } from './seat-throttle'
import { audiencesOf, audiencesOfViewer, createStreamIndex, EVERYBODY } from './stream-index'

/** One open event stream. */
export type LiveStream = {
  /** Changed by the index of streams alone, which finds them by it. */
  readonly viewer: Viewer
  write(frame: Buffer): void
  end(): void
}

/** What the first event of a stream says about changes before it. */
export type Missed = {
  /** How long ago the viewer may last have seen a change other than of seats; null if never. */
  changed_ms: number | null
  /** The newest seats of each month that changed, and how long ago. */
  seats: (Omit<Change, 'is_public'> & { changed_ms: number })[]
}

export type LiveStreams = {
  /** Sends events from now on. */
  add(stream: LiveStream): () => void
  /** For a page that loads its data before its stream opens: it refetches what is older than a change. */
  missedBy(viewer: Viewer): Missed
  /** How many pages are open. */
  count(): number
  /** Checks the session again; ends the stream with a `signed-out` event if it has expired. */
  recheck(stream: LiveStream): Promise<void>
}

export const eventFrame = (event: string, data: unknown): Buffer =>
  Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

const STREAMS_PER_TURN = 100
/** Fewer than the pool has connections: requests need some too. */
const RECHECKS_AT_ONCE = 4
/** Sends each change to the streams that may see it; queried and serialized once, however many listen. */
export function createLiveStreams(services: {
  live: LiveHub
  db: Db
  clock: Clock
  log: Logger
  config: Config
}) {
  const { live, db, clock, log, config } = services
  const streams = createStreamIndex<LiveStream>()
  /** When each audience last had a change. */
  const changedAt = new Map<string, number>()
  const remember = (audiences: readonly string[]) => {
    for (const audience of audiences) changedAt.set(audience, performance.now())
  }

  let recheckCount = 0
  /** The newest recheck of each stream that has had its answer. */
  const rechecked = new WeakMap<LiveStream, number>()

  const recheck = async (stream: LiveStream) => {
    const { account } = stream.viewer
    if (!account) return
    recheckCount += 1
    const recheckId = recheckCount
    try {
      const viewer = await findViewerBySession(db, account.sessionId, clock.now())
      // It may have read before the change for which a later one was made.
      if (recheckId < (rechecked.get(stream) ?? 0)) return
      rechecked.set(stream, recheckId)
      streams.setViewer(stream, viewer)
    } catch (error) {
      log.debug({ err: error }, 'an event stream ended')
      return stream.end()
    }
    if (stream.viewer.account) return
    stream.write(eventFrame('signed-out', {}))
    stream.end()
  }

  /** Requests need not wait until thousands of pages are written to. */
  const writeToAll = async (frame: Buffer, recipients: Iterable<LiveStream>) => {
    let written = 0
    for (const stream of recipients) {
      stream.write(frame)
      written += 1
      if (written % STREAMS_PER_TURN === 0) await setImmediate()
    }
  }

  /** Also pages that loaded before and open their stream later. */
  const resyncAll = () => {
    remember([EVERYBODY])
    return writeToAll(eventFrame('resync', {}), streams.all)
  }

  const recheckAll = async (affected: readonly LiveStream[]) => {
    for (let at = 0; at < affected.length; at += RECHECKS_AT_ONCE)
      await Promise.all(affected.slice(at, at + RECHECKS_AT_ONCE).map(recheck))
  }

  const broadcast = async (message: LiveMessage) => {
    if (message === 'closing') {
      for (const stream of streams.all) stream.end()
      return
    }
    if (message === 'resync') {
      await recheckAll([...streams.all])
      await programLoader.load()
      return resyncAll()
    }
    const concerned = [...streams.candidates(message)].filter(({ viewer }) =>
      concernsAccount(message, viewer),
    )
    await recheckAll(concerned)
    const change = await withFamily(message)
    const frame = eventFrame(topicOf(change), await withRow(change))
    // Everybody's own sign-in comes just before their stream, and new streams get the newest seats: both would make too
    // many pages refetch.
    if (change.table !== 'sessions' && change.table !== 'month_seats') remember(audiencesOf(change))
    await writeToAll(frame, readersOf(change))
  }

  /** Asked one by one: access may change while others are written to. */
  function* readersOf(change: Change) {
    for (const stream of streams.candidates(change)) if (maySee(change, stream.viewer)) yield stream
  }

  /** A person's change with the family that the account has joined: its name is on the other adults' pages. */
  const withFamily = async (change: Change): Promise<Change> => {
    const isPerson = change.table === 'profiles' || change.table === 'accounts'
    if (!isPerson || change.id === undefined) return change
    const familyId = await findFamilyOf(db, change.id)
    return familyId ? { ...change, parent_id: familyId } : change
  }

  /**
   * An update of public site content or of the programme includes the new row, so that open pages need no request. The
   * programme's details are those in use from here on, also where another instance saved them.
   */
  const withRow = async ({ is_public: _, is_staff: __, ...change }: Change) => {
    if (topicOf(change) === 'program') {
      await programLoader.load()
      return { ...change, row: describeProgram(config, clock) }
    }
    if (change.table !== 'site_content' || change.type !== 'UPDATE' || !isPublicSection(change.section_name))
      return change
    return { ...change, row: await findSiteContent(db, change.section_name ?? '') }
  }

  // In order: a later change never overtakes an earlier one.
  let broadcasting = Promise.resolve()
  const enqueue = (message: LiveMessage) => {
    broadcasting = broadcasting
      .then(() => broadcast(message))
      .catch((error) => {
        log.warn({ err: error }, 'a change could not be broadcast; all clients resync')
        return resyncAll()
      })
  }
  const programLoader = createProgramLoader(services, () =>
    enqueue({ table: 'settings', type: 'UPDATE', key: 'program' }),
  )
  const seats = createSeatThrottle(enqueue, () => streams.all.size)
  live.subscribe((message) => {
    if (message === 'closing') programLoader.stop()
    if (message === 'closing' || message === 'resync') seats.clear()
    else if (message.table === 'month_seats') return seats.add(message)
    else if (message.table === 'months') seats.flush(message.id)
    enqueue(message)
  })

  const liveStreams: LiveStreams = {
    add(stream) {
      streams.add(stream)
      // Access may have changed since the request was authenticated.
      void recheck(stream)
      return () => streams.remove(stream)
    },
    missedBy(viewer) {
      const times = audiencesOfViewer(viewer).map((audience) => changedAt.get(audience) ?? -Infinity)
      const latest = Math.max(...times)
      const newest = seats.newest().filter(({ change }) => maySee(change, viewer))
      return {
        changed_ms: latest === -Infinity ? null : performance.now() - latest,
        seats: newest.map(({ change: { is_public: _, ...change }, at }) => ({
          ...change,
          changed_ms: performance.now() - at,
        })),
      }
    },
    count: () => streams.all.size,
    recheck,
  }
  return liveStreams
}
