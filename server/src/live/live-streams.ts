import { PUBLIC_SECTIONS } from '@aftercare/domain/lib/enums'
import type { Logger } from 'pino'
import { findViewerBySession } from '../auth/sessions.queries'
import type { Viewer } from '../auth/viewer'
import type { Clock } from '../clock'
import type { Db } from '../db/client'
import { findSiteContent } from '../site-content/site-content.queries'
import type { Change } from './change'
import type { LiveHub, LiveMessage } from './live-hub'

/** One open event stream. */
export type LiveStream = {
  viewer: Viewer
  write(frame: Buffer): void
  end(): void
}

export type LiveStreams = {
  /** From now on, and what was told in the last `unheardMs`: what is on the page may be that much older. */
  add(stream: LiveStream, unheardMs?: number): () => void
  /** Asks whether the stream may still go on as who it was; tells it so and ends it where not. */
  recheck(stream: LiveStream): Promise<void>
}

/** Any id will do: a browser that comes back names it, and is told to read again whatever it names. */
let lastId = 0

export function eventFrame(event: string, data: unknown): Buffer {
  lastId += 1
  return Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\nid: ${lastId}\n\n`)
}

/** So many changes are remembered for pages whose stream opens after they have read. */
const REMEMBERED = 400
/** Seats carry their numbers; that the log has grown concerns its readers only, and every sign-in makes it grow. */
const TOLD_AGAIN = ['month_seats', 'audit_log']
/** The page's question was on its way to us for a while too. */
const WAY_MS = 5_000

/** Passes each change to the streams that may know of it: read once and put into words once, however many listen. */
export function createLiveStreams(services: { live: LiveHub; db: Db; clock: Clock; log: Logger }) {
  const { live, db, clock, log } = services
  const streams = new Set<LiveStream>()
  let told: { at: number; change: Change; frame: Buffer }[] = []
  let forgottenAt = -Infinity

  const remember = (change: Change, frame: Buffer) => {
    const length = told.push({ at: performance.now(), change, frame })
    if (length > REMEMBERED * 2) forget(length - REMEMBERED)
  }
  const forget = (count: number) => {
    forgottenAt = told[count - 1]?.at ?? performance.now()
    told = told.slice(count)
  }

  /** What the page missed between its reading and its stream: told again, or for most of it the page reads again. */
  const catchUp = (stream: LiveStream, unheardMs: number) => {
    const from = performance.now() - unheardMs - WAY_MS
    const missed = told.filter(({ at, change }) => at >= from && maySee(change, stream.viewer))
    const isSmall = missed.every(({ change }) => TOLD_AGAIN.includes(change.table))
    if (forgottenAt >= from || !isSmall) stream.write(eventFrame('resync', {}))
    else for (const { frame } of missed) stream.write(frame)
  }

  const recheck = async (stream: LiveStream) => {
    const { account } = stream.viewer
    if (!account) return
    try {
      stream.viewer = await findViewerBySession(db, account.sessionId, clock.now())
    } catch (error) {
      log.debug({ err: error }, 'an event stream ended')
      return stream.end()
    }
    if (stream.viewer.account) return
    stream.write(eventFrame('signed-out', {}))
    stream.end()
  }

  const recheckAll = (concerned: LiveStream[]) => Promise.all(concerned.map(recheck))

  const tell = async (message: LiveMessage) => {
    if (message === 'closing') {
      for (const stream of streams) stream.end()
      return
    }
    if (message === 'resync') {
      await recheckAll([...streams])
      forget(told.length)
      const frame = eventFrame('resync', {})
      for (const stream of streams) stream.write(frame)
      return
    }
    await recheckAll([...streams].filter(({ viewer }) => concernsAccount(message, viewer)))
    const frame = eventFrame(topicOf(message), await withRow(message))
    // Everybody's own sign-in comes just before their first stream: they would all read everything twice.
    if (message.table !== 'sessions') remember(message, frame)
    for (const stream of streams) if (maySee(message, stream.viewer)) stream.write(frame)
  }

  /** An update of a public text carries the new text, so that open pages change without asking. */
  const withRow = async ({ is_public: _, ...change }: Change) => {
    if (change.table !== 'site_content' || change.type !== 'UPDATE' || !isPublicSection(change.section_name))
      return change
    return { ...change, row: await findSiteContent(db, change.section_name ?? '') }
  }

  // One after another: a later change never overtakes an earlier one.
  let telling = Promise.resolve()
  live.subscribe((message) => {
    telling = telling
      .then(() => tell(message))
      .catch((error) => {
        log.warn({ err: error }, 'a change could not be broadcast; all clients resync')
        const frame = eventFrame('resync', {})
        for (const stream of streams) stream.write(frame)
      })
  })

  const liveStreams: LiveStreams = {
    add(stream, unheardMs) {
      streams.add(stream)
      if (unheardMs !== undefined) catchUp(stream, unheardMs)
      return () => streams.delete(stream)
    },
    recheck,
  }
  return liveStreams
}

/** Roles, status and sessions decide what a stream may carry on with. */
const concernsAccount = (change: Change, { account }: Viewer) =>
  account !== null &&
  ((change.table === 'profiles' && change.id === account.id) ||
    (change.table === 'user_roles' && change.user_id === account.id) ||
    (change.account_id === account.id &&
      (change.table === 'two_factor' || (change.table === 'sessions' && change.type === 'DELETE'))) ||
    (topicOf(change) === 'two_factor_required' && account.roles.includes('admin')))

/** Whether two-step sign-in is required concerns admins who have yet to set it up, unlike the other settings. */
const topicOf = ({ table, key }: Change) =>
  table === 'settings' && key === 'two_factor_required' ? 'two_factor_required' : table

const isPublicSection = (name: string | undefined) => PUBLIC_SECTIONS.some((section) => section === name)

function maySee(change: Change, { account, roles }: Viewer): boolean {
  if (change.table === 'sessions') return account !== null && change.account_id === account.id
  if (topicOf(change) === 'two_factor_required') return account?.roles.includes('admin') === true
  if (change.table === 'two_factor' && account?.id === change.account_id) return true
  if (change.table === 'site_content' && isPublicSection(change.section_name)) return true
  if (roles.includes('admin')) return true
  // What staff prepare is theirs until it is published.
  if (change.table === 'months' || change.table === 'month_seats') return change.is_public === true
  if (!account || change.table === 'outbox') return false
  return (change.table === 'profiles' ? change.id : change.parent_id) === account.id
}
