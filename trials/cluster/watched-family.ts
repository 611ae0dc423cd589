import { setTimeout as sleep } from 'node:timers/promises'
import { httpRequest } from '../../testkit/http-client'
import { openLivePage } from '../lib/live-page'
import type { Programme } from '../lib/programme'
import { startWriteLoad } from '../lib/write-load'

const TIMEOUT_MS = 60_000

/** A page that shows a number, and refetches it whenever the server says that something has changed; never otherwise. */
function openPage(port: number, cookie: string, fetchCount: () => Promise<number | null>) {
  let shown = -1
  let isFetching = false
  let isStale = false
  const refetch = async () => {
    isStale = true
    if (isFetching) return
    isFetching = true
    while (isStale) {
      isStale = false
      const count = await fetchCount()
      if (count !== null) shown = count
      else isStale = true
      await sleep(100)
    }
    isFetching = false
  }
  const onData = (text: string) => {
    if (/^event: (?!heartbeat)/m.test(text)) void refetch()
  }
  const page = openLivePage(() => port, cookie, { onData })
  void refetch()
  return { shown: () => shown, close: page.close }
}

/** One family that pays all the time, and staff and the family who watch their pages. */
export function watchFamily(programme: Programme, port: number) {
  const [family] = programme.families
  if (!family) throw new Error('The programme has no family.')
  const countPayments = async () => {
    const { status, body } = await httpRequest<{ total: number }>(
      port,
      `/api/admin/parents/${family.parentId}/payments`,
      { cookie: programme.staffCookie, timeoutMs: 10_000 },
    )
    return status === 200 ? body.total : null
  }
  const pages = Array.from({ length: 3 }, () => openPage(port, programme.staffCookie, countPayments))
  const pay = () =>
    startWriteLoad({ ...programme, families: [family] }, () => port, { count: 1, pauseMs: 300 })
  let paying = pay()
  let paid = 0
  return {
    /** Stops the payments for a moment: how long until every page shows all of them. */
    async catchUpMs(): Promise<number> {
      await paying.stop()
      paid += paying.acknowledged()
      const startedAt = Date.now()
      const isBehind = () => pages.some(({ shown }) => shown() < paid)
      while (isBehind() && Date.now() - startedAt < TIMEOUT_MS) await sleep(50)
      const ms = Date.now() - startedAt
      const counts = pages.map(({ shown }) => shown()).join(', ')
      paying = pay()
      if (ms >= TIMEOUT_MS) throw new Error(`pages show ${counts} of ${paid} payments`)
      return ms
    },
    async stop(): Promise<void> {
      await paying.stop()
      for (const page of pages) page.close()
    },
  }
}
