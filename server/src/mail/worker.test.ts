import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CONFIG, recordingLog, SECRET_LINK } from '../../testing/mail-samples'
import { startMailbox } from '../../testing/mailbox'
import { storeMail } from '../../testing/mails'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { execute, maybeOne, sql } from '../db/sql'
import { claim } from './delivery.queries'
import type { MailTransport, OutgoingMail } from './outgoing-mail'
import { createSmtpTransport, PermanentMailError } from './smtp-transport'
import { backOff, type MailWorkerOptions, startMailWorker } from './worker'

const closing: (() => unknown)[] = []

const app = await testApp()
const services = { ...app.services, config: { ...app.services.config, ...CONFIG } }
beforeEach(() => execute(app.services.db, sql`delete from outbox`))
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

function startWorker(transport: MailTransport, options: Partial<MailWorkerOptions> = {}) {
  const log = recordingLog()
  const worker = startMailWorker({ ...app.services, config: CONFIG, transport, log, ...options })
  closing.push(() => worker.stop())
  return { worker, log }
}

/** Sends nothing, but remembers what it was given. */
function countingTransport(send: (mail: OutgoingMail) => Promise<void> = async () => undefined) {
  const sent: string[] = []
  const transport: MailTransport = {
    send: async (mail) => {
      sent.push(mail.to.address)
      await send(mail)
    },
    close: () => undefined,
  }
  return { sent, transport }
}

async function queue(count: number) {
  const to = Array.from({ length: count }, (_, index) => `parent${index}@example.com`)
  for (const address of to)
    await storeMail(services, { to: { address }, template: 'password-changed', name: 'Dana' })
  return to
}

const rows = () => storedRows(app.services.db, 'outbox')
const states = async () => (await rows()).map(({ state }) => state)

describe('the outbox', () => {
  test('sends an email soon after it is queued, without waiting for the timer', async () => {
    const box = await startMailbox()
    closing.push(() => box.stop())
    startWorker(createSmtpTransport(box.url, CONFIG), { pollMs: 600_000 })
    // The worker may still be on its way to sleep at the first one, but not at all of them.
    for (const sent of [1, 2, 3, 4]) {
      await queue(1)
      await expect.poll(states).toEqual(Array(sent).fill('sent'))
    }
    const storedIds = (await rows()).map(({ message_id }) => message_id)
    expect(box.received.map(({ mail }) => mail.messageId).sort()).toEqual(storedIds.sort())
  })

  test('is searched for the next one only if none is due', async () => {
    const { db } = app.services
    await queue(2)
    await execute(
      db,
      sql`update outbox set next_attempt_at = now() + interval '1 hour' where to_email like '%1@%'`,
    )
    expect(await claim(db, new Date())).toMatchObject({ claimed: { mail: { attempt: 1 } }, nextInMs: null })
    const { claimed, nextInMs } = await claim(db, new Date())
    expect(claimed).toBeNull()
    // The lease of the first ends before the second is due.
    expect(nextInMs).toBeGreaterThan(0)
    expect(nextInMs).toBeLessThan(600_000)
  })

  test('is not read as a whole when it has grown from empty', async () => {
    const { db } = app.services
    await execute(db, sql`truncate outbox`)
    await db.transaction(async (tx) => {
      const rowsRead = async () => {
        const counts = await maybeOne<{ count: number }>(
          tx,
          sql`select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = 'outbox'`,
        )
        return counts?.count ?? Number.NaN
      }
      // So often that PostgreSQL would keep its plan for an empty table.
      for (let claims = 0; claims < 8; claims += 1) await claim(tx, new Date())
      await execute(
        tx,
        sql`insert into outbox (template, to_email, subject, text, message_id, next_attempt_at, created_at)
          select 'test', n || '@example.com', 'Test', 'Test', n, now() + interval '1 day', now() from generate_series(1, 2000) n`,
      )
      const before = await rowsRead()
      expect((await claim(tx, new Date())).nextInMs).toBeGreaterThan(3_600_000)
      expect((await rowsRead()) - before).toBeLessThan(10)
    })
  })

  test('sends what was queued before it started', async () => {
    await queue(1)
    const { sent, transport } = countingTransport()
    startWorker(transport, { pollMs: 600_000 })
    await expect.poll(() => sent).toHaveLength(1)
  })

  test('blanks the body of an email with a one-time link once it is sent', async () => {
    await storeMail(services, {
      to: { address: 'dana@example.com' },
      template: 'recovery',
      name: 'Dana',
      link: SECRET_LINK,
      validForHours: 1,
    })
    expect((await rows())[0]).toMatchObject({ is_secret: true, text: expect.stringContaining(SECRET_LINK) })
    const bodies: string[] = []
    const { transport } = countingTransport(async (mail) => void bodies.push(mail.text))
    const { log } = startWorker(transport)
    await expect.poll(states).toEqual(['sent'])
    expect(bodies[0]).toContain(SECRET_LINK)
    expect((await rows())[0]).toMatchObject({ text: '', content: null })
    expect(log.lines.join()).not.toContain('one-time-secret')
  })

  test('sends HTML rendered from the text that was queued', async () => {
    await queue(1)
    const [{ content } = {}] = await rows()
    const bodies: unknown[] = []
    const { transport } = countingTransport(async (mail) => void bodies.push(mail.html))
    startWorker(transport)
    await expect.poll(() => bodies).toHaveLength(1)
    expect(content?.title).toBeTruthy()
    expect(bodies[0]).toContain(`<h1`)
    expect(bodies[0]).toContain(content?.title)
  })

  test('sends plain text if an earlier version queued it', async () => {
    await queue(1)
    await execute(app.services.db, sql`update outbox set content = null, text = 'As it was'`)
    const bodies: unknown[] = []
    const { transport } = countingTransport(async ({ html, text }) => void bodies.push({ html, text }))
    startWorker(transport)
    await expect.poll(() => bodies).toEqual([{ html: undefined, text: 'As it was' }])
  })

  test('retries after a failure with the same Message-ID', async () => {
    await queue(1)
    const ids: string[] = []
    const { transport } = countingTransport(async (mail) => {
      ids.push(mail.messageId)
      if (ids.length < 3) throw new Error('451 not now')
    })
    startWorker(transport, { backOffMs: () => 20 })
    await expect.poll(states).toEqual(['sent'])
    expect(new Set(ids).size).toBe(1)
    expect((await rows())[0]).toMatchObject({ attempts: 3, last_error: null })
  })

  test('gives up after the last attempt and says why', async () => {
    await queue(1)
    const { sent, transport } = countingTransport(() => Promise.reject(new Error('451 not now')))
    const { log } = startWorker(transport, { backOffMs: () => 20, maxAttempts: 3 })
    await expect.poll(states).toEqual(['failed'])
    expect(sent).toHaveLength(3)
    expect((await rows())[0]?.last_error).toBe('451 not now')
    expect(log.lines.at(-1)).toContain('a mail failed for good')
  })

  test('does not retry after a permanent rejection', async () => {
    await queue(1)
    const { sent, transport } = countingTransport(() => Promise.reject(new PermanentMailError('550 unknown')))
    startWorker(transport, { backOffMs: () => 20 })
    await expect.poll(states).toEqual(['failed'])
    expect(sent).toHaveLength(1)
  })

  test('backs off up to an hour, with jitter', () => {
    for (const [attempt, full] of [
      [1, 30_000],
      [2, 60_000],
      [5, 480_000],
      [12, 3_600_000],
    ] as const) {
      const waits = Array.from({ length: 50 }, () => backOff(attempt))
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(full / 2)
      expect(Math.max(...waits)).toBeLessThanOrEqual(full)
      expect(new Set(waits).size).toBeGreaterThan(1)
    }
  })

  test('is not held up by an email that hangs', async () => {
    await queue(2)
    let release = () => {}
    const { sent, transport } = countingTransport((mail) =>
      mail.to.address === 'parent0@example.com'
        ? new Promise((resolve) => {
            release = resolve
          })
        : Promise.resolve(),
    )
    startWorker(transport)
    await expect.poll(() => sent).toHaveLength(2)
    const late = 'late@example.com'
    await storeMail(services, { to: { address: late }, template: 'password-changed', name: 'Dana' })
    await expect.poll(() => sent).toContain(late)
    release()
  })
})

describe('shutdown', () => {
  test('finishes the email being sent and takes no other', async () => {
    await queue(3)
    let release = () => {}
    const { sent, transport } = countingTransport(
      () =>
        new Promise((resolve) => {
          release = resolve
        }),
    )
    const { worker } = startWorker(transport, { concurrency: 1 })
    await expect.poll(() => sent).toHaveLength(1)
    const stopped = worker.stop()
    release()
    await stopped
    expect((await states()).sort()).toEqual(['queued', 'queued', 'sent'])
    expect(sent).toHaveLength(1)
  })
})

describe('two workers', () => {
  /** What the outbox would do without its lock: look first, mark afterwards. */
  async function claimWithoutLock() {
    const due = await maybeOne<{ id: string }>(
      app.services.db,
      sql`select id from outbox where state = 'queued' order by next_attempt_at, id limit 1`,
    )
    return {
      id: due?.id,
      mark: () => execute(app.services.db, sql`update outbox set state = 'sending' where id = ${due?.id}`),
    }
  }

  test('control: both take one email without the lock', async () => {
    await queue(2)
    const first = await claimWithoutLock()
    const second = await claimWithoutLock()
    await Promise.all([first.mark(), second.mark()])
    expect(second.id).toBe(first.id)
  })

  test('never take the same email, even concurrently', async () => {
    await queue(2)
    const { db } = app.services
    await db.transaction(async (one) => {
      const { claimed: first } = await claim(one, new Date())
      const { claimed: second } = await db.transaction((two) => claim(two, new Date()))
      const { claimed: third } = await db.transaction((three) => claim(three, new Date()))
      expect(first?.mail?.id).toBeDefined()
      expect(second?.mail?.id).toBeDefined()
      expect(second?.mail?.id).not.toBe(first?.mail?.id)
      expect(third).toBeNull()
    })
  })

  test('send each of many emails exactly once', async () => {
    const to = await queue(100)
    const { sent, transport } = countingTransport()
    startWorker(transport)
    startWorker(transport)
    await expect.poll(async () => new Set(await states())).toEqual(new Set(['sent']))
    expect([...sent].sort()).toEqual([...to].sort())
  })
})

describe('a worker that died', () => {
  test('keeps its email until the lease expires, then another worker sends it', async () => {
    await queue(1)
    expect((await claim(app.services.db, new Date())).claimed).not.toBeNull()
    expect((await claim(app.services.db, new Date())).claimed).toBeNull()
    await execute(
      app.services.db,
      sql`update outbox set lease_until = now() - interval '1 second', next_attempt_at = now() - interval '1 second'`,
    )
    const { sent, transport } = countingTransport()
    startWorker(transport)
    await expect.poll(states).toEqual(['sent'])
    expect(sent).toHaveLength(1)
  })
})

describe('a lost database connection', () => {
  const cutConnections = () =>
    execute(
      app.services.db,
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    )

  test('while an email is being sent does not send it twice', async () => {
    await queue(1)
    const { sent, transport } = countingTransport(async () => void (await cutConnections()))
    startWorker(transport, { concurrency: 1 })
    await expect.poll(states).toEqual(['sent'])
    expect(sent).toHaveLength(1)
  })

  test('between emails does not end the worker', async () => {
    const { sent, transport } = countingTransport()
    startWorker(transport, { pollMs: 200 })
    await cutConnections()
    await queue(3)
    await expect.poll(() => sent).toHaveLength(3)
  })

  test('while the outcome cannot be stored still sends the email only once', async () => {
    await queue(1)
    const { db } = app.services
    const { sent, transport } = countingTransport(async () => {
      await execute(db, sql`alter table outbox rename to outbox_away`)
    })
    const { log } = startWorker(transport, { concurrency: 1, pollMs: 100 })
    await expect.poll(() => log.lines.join()).toContain('could not be recorded yet')
    await execute(db, sql`alter table outbox_away rename to outbox`)
    await expect.poll(states).toEqual(['sent'])
    expect(sent).toHaveLength(1)
  })
})
