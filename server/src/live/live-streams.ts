import { randomUUID } from 'node:crypto'
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
import { createStreamIndex } from './stream-index'

/** One open event stream. */
export type LiveStream = {
  /** Changed by the index of streams alone, which finds them by it. */
  readonly viewer: Viewer
  write(frame: Buffer): void
  end(): void
}

/** What a page has missed: the events after a position of this process, or those of the last `staleMs`. */
export type Gap = { after?: string | undefined; staleMs?: number | undefined }

export type LiveStreams = {
  /** Sends events from now on, and catches up on the gap, if there is one. */
  add(stream: LiveStream, gap?: Gap): () => void
  /** That of the newest event. Data that is read from now on includes everything up to it. */
  position(): string
  /** Checks the session again; ends the stream with a `signed-out` event if it has expired. */
  recheck(stream: LiveStream): Promise<void>
}

/** A reconnecting browser sends the last one back, and gets a resync whatever it is. */
let lastId = 0

/** Each process counts its own events. */
const PROCESS_ID = randomUUID().slice(0, 8)

/** Null if it is of another process, or of none. */
function eventIdOf(position = ''): number | null {
  const [process, id] = position.split('.')
  return process === PROCESS_ID ? Number(id) : null
}

export function eventFrame(event: string, data: unknown): Buffer {
  lastId += 1
  return Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\nid: ${lastId}\n\n`)
}

/**
 * Recent changes, kept for pages whose stream opens after they have loaded their data. A registration makes a dozen
 * changes, so this is about ten seconds of the busiest minute.
 */
const HISTORY_SIZE = 4_000
/** A resync is cheaper than more, and a stream may hold only so much that is not sent. */
const MAX_REPLAYED = 100
/** Replayed instead of causing a resync: seats carry their data, and the audit log grows with every sign-in. */
const REPLAYABLE_TABLES = ['month_seats', 'audit_log']
const STREAMS_PER_TURN = 100
/** Fewer than the pool has connections: requests need some too. */
const RECHECKS_AT_ONCE = 4
/** The page's request took a while to arrive. */
const NETWORK_SLACK_MS = 5_000

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
  type Moment = { id: number; at: number }
  const now = (): Moment => ({ id: lastId, at: performance.now() })
  let history: (Moment & { change: Change; frame: Buffer })[] = []
  /** The last event that is not in the history. */
  let truncated: Moment = { id: -Infinity, at: -Infinity }

  const remember = (change: Change, frame: Buffer) => {
    history.push({ ...now(), change, frame })
    if (history.length <= HISTORY_SIZE * 2) return
    truncated = history[history.length - HISTORY_SIZE - 1] ?? truncated
    history = history.slice(-HISTORY_SIZE)
  }

  /** Replays what the page missed between loading its data and opening its stream, or sends a resync. */
  const catchUp = (stream: LiveStream, { after, staleMs }: Gap) => {
    const lastSeen = eventIdOf(after)
    if (lastSeen === null && staleMs === undefined) return
    const from = performance.now() - (staleMs ?? 0) - NETWORK_SLACK_MS
    const isMissed = ({ id, at }: Moment) => (lastSeen === null ? at >= from : id > lastSeen)
    const missed = history.filter((event) => isMissed(event) && maySee(event.change, stream.viewer))
    const isReplayable =
      missed.length <= MAX_REPLAYED && missed.every(({ change }) => REPLAYABLE_TABLES.includes(change.table))
    if (isMissed(truncated) || !isReplayable) stream.write(eventFrame('resync', {}))
    else for (const { frame } of missed) stream.write(frame)
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

  /** Whatever was missed, also by pages that open their stream later. */
  const resyncAll = () => {
    const frame = eventFrame('resync', {})
    truncated = now()
    history = []
    return writeToAll(frame, streams.all)
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
    // Everybody's own sign-in comes just before their first stream: it would make them all resync.
    if (change.table !== 'sessions') remember(change, frame)
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
  const withRow = async ({ is_public: _, ...change }: Change) => {
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
    add(stream, gap = {}) {
      streams.add(stream)
      catchUp(stream, gap)
      // Access may have changed since the request was authenticated.
      void recheck(stream)
      return () => streams.remove(stream)
    },
    position: () => `${PROCESS_ID}.${lastId}`,
    recheck,
  }
  return liveStreams
}
