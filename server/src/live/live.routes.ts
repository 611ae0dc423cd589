import { PUBLIC_SECTIONS } from '@aftercare/domain/names'
import { streamSSE } from 'hono/streaming'
import { findViewerBySession } from '../auth/sessions.queries'
import { AppError } from '../errors'
import type { AppContext, Viewer } from '../http/context'
import { waitingTime } from '../http/limits'
import { route, routes } from '../http/route'
import { findSiteContent } from '../site-content/site-content.queries'
import type { Change } from './live-hub'
import { createStreamPlaces } from './stream-places'

const HEARTBEAT_MS = 25_000
/** A change that was not heard, such as one during a broken connection, is noticed after this many heartbeats. */
const BEATS_PER_CHECK = 4

const takePlace = createStreamPlaces()

const listen = route('live.listen', {
  method: 'get',
  path: '/live',
  responses: {
    200: {
      description: 'Changes as server-sent events, named by table',
      content: { 'text/event-stream': {} },
    },
  },
})

export const liveRoutes = routes().openapi(listen, (c) => {
  const leave = takePlace(c.var.viewer.account?.id, c.var.clientAddress)
  if (!leave)
    throw new AppError('too-many', { wait: waitingTime(COME_BACK_SECONDS) }, undefined, COME_BACK_SECONDS)
  return openStream(c, leave)
})

const COME_BACK_SECONDS = 30

function openStream(c: AppContext, leave: () => void) {
  const { services } = c.var
  return streamSSE(c, async (stream) => {
    let viewer = c.var.viewer
    let id = 0
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const send = (event: string, data: unknown) =>
      stream.writeSSE({ event, data: JSON.stringify(data), id: String(++id) })

    const recheck = async () => {
      if (!viewer.account) return
      viewer = await findViewerBySession(services.db, viewer.account.sessionId, services.clock.now())
      if (viewer.account) return
      await send('signed-out', {})
      finish()
    }

    const unsubscribe = services.live.subscribe(async (message) => {
      try {
        if (message === 'closing') return finish()
        if (message === 'resync') {
          await recheck()
          return await send('resync', {})
        }
        if (concernsAccount(message, viewer)) await recheck()
        if (maySee(message, viewer)) await send(message.table, await withRow(c, message))
      } catch (error) {
        services.log.debug({ err: error }, 'an event stream ended')
        finish()
      }
    })
    let beats = 0
    const heartbeat = setInterval(() => {
      void stream.write(': still here\n\n')
      beats += 1
      if (beats % BEATS_PER_CHECK === 0) recheck().catch(finish)
    }, HEARTBEAT_MS)
    stream.onAbort(() => finish())
    // A browser that comes back may have missed changes while it was away.
    await send(c.req.header('last-event-id') ? 'resync' : 'hello', {})
    await finished
    clearInterval(heartbeat)
    unsubscribe()
    leave()
  })
}

/** Roles, status and sessions decide what a stream may carry on with. */
const concernsAccount = (change: Change, { account }: Viewer) =>
  account !== null &&
  ((change.table === 'profiles' && change.id === account.id) ||
    ((change.table === 'sessions' || change.table === 'user_roles') && change.account_id === account.id))

const isPublicSection = (name: string | undefined) => PUBLIC_SECTIONS.some((section) => section === name)

function maySee(change: Change, { account, roles }: Viewer): boolean {
  if (change.table === 'sessions') return false
  if (change.table === 'site_content' && isPublicSection(change.section_name)) return true
  if (roles.includes('admin')) return true
  if (change.table === 'months') return true
  if (!account || change.table === 'outbox') return false
  return change.parent_id === account.id
}

/** An update of a public text carries the new text, so that open pages change without asking. */
async function withRow(c: AppContext, change: Change) {
  if (change.table !== 'site_content' || change.type !== 'UPDATE' || !isPublicSection(change.section_name))
    return change
  return { ...change, row: await findSiteContent(c.var.services.db, change.section_name ?? '') }
}
