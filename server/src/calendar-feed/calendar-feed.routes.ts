import { createHash } from 'node:crypto'
import { bookedDays, feedEvent, feedStart } from '@aftercare/domain/calendar-feed/calendar-feed'
import type { Language } from '@aftercare/domain/lib/language'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { storeFeed } from '../auth/store-feed'
import { findPickupSettings } from '../board/pickup-times.queries'
import { AppError } from '../errors'
import type { AppContext, Services } from '../http/context'
import { accountOf, body, json, route, routes } from '../http/route'
import { FEED_FOLDER } from '../redact-secret-urls'
import { listBookings } from './bookings.queries'
import { FEED_TEXTS } from './feed-texts'
import { decryptFeedSecret, findFeed, findFeedOwner, lockFeed, removeFeed } from './feeds.queries'
import { renderIcal } from './ical'

const feedRow = z.object({
  is_on: z.boolean(),
  /** Null if there is none, or if it was encrypted with a key that the server no longer has. */
  url: z.string().nullable(),
  webcal_url: z.string().nullable(),
  created_at: z.string().nullable(),
})
type FeedRow = z.infer<typeof feedRow>

const OFF: FeedRow = { is_on: false, url: null, webcal_url: null, created_at: null }
const FILE_EXTENSION = '.ics'

const read = route('calendar-feed.read', {
  method: 'get',
  path: '/calendar-feed',
  responses: json(feedRow, "The private URL of the family's calendar, shown to its owner only"),
})

const make = route('calendar-feed.change', {
  method: 'post',
  path: '/calendar-feed',
  request: {
    body: body(
      z.object({
        /** Replaces the existing URL, which then stops working. */
        replace: z.boolean().default(false),
      }),
    ),
  },
  responses: json(feedRow),
})

const remove = route('calendar-feed.change', {
  method: 'delete',
  path: '/calendar-feed',
  responses: json(feedRow),
})

const fetchFile = route('calendar-feed.fetch', {
  method: 'get',
  path: '/calendar-feeds/{file}',
  request: { params: z.object({ file: z.string() }) },
  responses: {
    200: { description: 'The booked days', content: { 'text/calendar': { schema: z.string() } } },
    304: { description: 'Nothing has changed' },
  },
})

export const calendarFeedRoutes = routes()
  .openapi(read, async (c) => c.json(await findOwn(c), 200))
  .openapi(make, async (c) => {
    const { db } = c.var.services
    const { id } = accountOf(c)
    const { replace } = c.req.valid('json')
    await db.transaction(async (tx) => {
      await lockFeed(tx, id)
      const present = await findFeed(tx, id)
      // A double click creates one URL. The response is read below, so that no unencrypted copy is stored.
      if (present && !replace) return
      await storeFeed(tx, c.var.services, id)
      const action = present ? 'calendar-feed.replace' : 'calendar-feed.create'
      await recordAudit(tx, c.var, action, 'calendar_feeds', id)
    })
    return c.json(await findOwn(c), 200)
  })
  .openapi(remove, async (c) => {
    const { db } = c.var.services
    const { id } = accountOf(c)
    await db.transaction(async (tx) => {
      if ((await removeFeed(tx, id)) === 0) return
      await recordAudit(tx, c.var, 'calendar-feed.remove', 'calendar_feeds', id)
    })
    return c.json(OFF, 200)
  })
  .openapi(fetchFile, async (c) => {
    const { services } = c.var
    const { file } = c.req.valid('param')
    const secret = file.endsWith(FILE_EXTENSION) ? file.slice(0, -FILE_EXTENSION.length) : ''
    const owner = await findFeedOwner(services.db, secret)
    if (!owner) throw new AppError('not-found')
    await services.rateLimiter.consume('calendar-feed', secret)
    const text = await renderFeed(services, owner.family_id, owner.language ?? 'en')
    const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
    c.header('ETag', tag)
    // The client may cache it but must revalidate; proxies may not cache it.
    c.header('Cache-Control', 'private, no-cache')
    if (matchesEtag(c.req.header('if-none-match'), tag)) return c.body(null, 304)
    c.header('Content-Type', 'text/calendar; charset=utf-8')
    c.header('Content-Disposition', 'inline; filename="aftercare.ics"')
    return c.body(text, 200)
  })

async function findOwn(c: AppContext): Promise<FeedRow> {
  const { db, encryptor, config } = c.var.services
  const { id } = accountOf(c)
  const feed = await findFeed(db, id)
  if (!feed) return OFF
  const secret = decryptFeedSecret(encryptor, id, feed.encrypted_secret)
  const url = secret && `${config.publicUrl}${FEED_FOLDER}${secret}${FILE_EXTENSION}`
  return {
    is_on: true,
    url,
    webcal_url: url?.replace(/^https?:/, 'webcal:') ?? null,
    created_at: feed.created_at,
  }
}

/** In the language of the feed's owner; another one changes no event's UID. */
async function renderFeed(
  { db, clock, config }: Services,
  parentId: string,
  language: Language,
): Promise<string> {
  const from = feedStart(clock.today())
  const [bookings, times] = await Promise.all([listBookings(db, parentId, from), findPickupSettings(db)])
  const events = bookedDays(bookings, from).map((day) =>
    feedEvent(day, times, config.program.timeZone, FEED_TEXTS[language]),
  )
  return renderIcal(config.program.name, events)
}

/** If-None-Match: a list of ETags, each perhaps weakened by a proxy, or a star for any. */
function matchesEtag(header: string | undefined, tag: string): boolean {
  const tags = (header ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  return tags.includes(tag) || tags.includes('*')
}
