import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpRequest, type HttpResponse, httpRequest } from '../../testkit/http-client'
import { openLivePage } from '../lib/live-page'
import { type Family, PASSWORD, query, registerGuest } from '../lib/programme'
import { setUp } from '../lib/setup'
import { compareWithDatabase } from './compare'
import { createSeatObserver } from './seat-observer'

export type Opening = {
  families: number
  guests?: number
  /** Who keep reloading their lists. */
  staff?: number
  /** The rest are signed in already. */
  signInShare: number
}

const KINDS = ['sign-in', 'dashboard', 'live page', 'registration', 'staff list'] as const
type Kind = (typeof KINDS)[number]

export type Measured = {
  families: number
  /** From the first attempt until it worked, with the attempts before that were answered 503 or timed out. */
  times: Record<Kind, number[]>
  /** From the response to a registration until another page shows its seats. */
  seatTimes: number[]
  statuses: Map<string, number>
  /** How long after the minute the last of the families was served. */
  servedAfterSeconds: number
  /** How long after that until responses took less than a second again. */
  recoveredAfterSeconds: number
  /** Of one core, while the families were served: this process shares the machine with the server. */
  generatorShare: number
  faults: string[]
}

const MINUTE_MS = 60_000
const TIMEOUT_MS = 60_000
/** Until then everybody tries again. */
const MAX_PATIENCE_MS = 600_000
const SLOW_MS = 1_000
const PROBE_INTERVAL_MS = 250
/** Everything must be back to normal this long after the last family. */
const MAX_RECOVERY_SECONDS = 10
/** Regular days of the month; with the most seats that a day can have. */
const DAYS = [1, 2, 3, 4, 7, 8, 9, 10, 11, 14, 15, 16, 17, 18, 21, 22]
const SEATS = 500
/** For one more registration after all others. */
const LAST_DAY = 23
/** Open pages of one instance, as its connection limiter allows. */
const MAX_PAGES = 5_000

/**
 * Registration opens: at some moment of a minute every family opens its dashboard and a live page, registers both
 * children and looks at the dashboard again. What is answered 503 or not at all is repeated, as people do.
 */
export async function openingMinute(build: string, opening: Opening): Promise<Measured> {
  const { families: count, guests = 0, staff = 0, signInShare } = opening
  const trial = await setUp(build, { families: count + 1 })
  const { server, programme, databaseUrl } = trial
  const { port } = server
  await query(databaseUrl, 'update months set seats = $1', [SEATS])
  const families = programme.families.slice(0, count)
  const prober = programme.families[count] as Family
  const times = Object.fromEntries(KINDS.map((kind): [Kind, number[]] => [kind, []])) as Measured['times']
  const statuses: Measured['statuses'] = new Map()
  const faults: string[] = []
  const pages: ReturnType<typeof openLivePage>[] = []
  const acknowledged = new Map<string, string[]>()
  const observer = createSeatObserver()
  let isStopped = false

  const record = (kind: string, { status, body }: HttpResponse) => {
    const name = `${kind} ${status}`
    statuses.set(name, (statuses.get(name) ?? 0) + 1)
    if (status >= 500 && status !== 503) faults.push(`${name} ${JSON.stringify(body).slice(0, 120)}`)
  }
  const send = async (kind: Kind, path: string, request: HttpRequest): Promise<HttpResponse> => {
    const startedAt = performance.now()
    for (;;) {
      const response = await httpRequest(port, path, { timeoutMs: TIMEOUT_MS, ...request })
      record(kind, response)
      const isFinal = response.status !== 0 && response.status !== 503
      const ms = performance.now() - startedAt
      if (isFinal) times[kind].push(ms)
      else if (ms > MAX_PATIENCE_MS) faults.push(`a ${kind} did not work for ten minutes`)
      if (isFinal || ms > MAX_PATIENCE_MS) return response
      await sleep(1_000 * Number(response.headers['retry-after'] ?? 1))
    }
  }
  const moment = () => sleep(Math.random() * MINUTE_MS)

  const family = async ({ email, childIds, ipAddress, cookie: session }: Family, number: number) => {
    const request = { ipAddress, cookie: session }
    await moment()
    if (number < count * signInShare) {
      const body = { email, password: PASSWORD }
      const { headers } = await send('sign-in', '/api/auth/sign-in', { method: 'POST', ipAddress, body })
      request.cookie = headers['set-cookie']?.map((line) => line.split(';')[0]).join('; ') ?? session
    }
    await send('dashboard', '/api/dashboard?submissions=12', request)
    const openedAt = performance.now()
    const page = openLivePage(() => port, request.cookie, { ipAddress })
    pages.push(page)
    void page.opened.then(() => times['live page'].push(performance.now() - openedAt))
    const registered = await send('registration', '/api/submissions', {
      ...request,
      method: 'POST',
      key: `opening-${email}`,
      body: {
        month_id: programme.monthId,
        child_ids: childIds,
        selected_days: [DAYS[number % DAYS.length]],
        agreed: true,
      },
    })
    if (registered.status === 200) {
      const { rows } = registered.body as { rows: { id: string }[] }
      acknowledged.set(
        email,
        rows.map(({ id }) => id),
      )
      observer.acknowledge(rows.length)
    }
    await send('dashboard', '/api/dashboard?submissions=12', request)
  }
  const guest = async (_: unknown, number: number) => {
    await moment()
    const response = await registerGuest(port, programme, number, DAYS[number % DAYS.length] ?? 0)
    record('guest', response)
    if (response.status === 200) observer.acknowledge(1)
    else faults.push(`a guest was answered ${response.status}`)
  }
  const member = async () => {
    for (let page = 1; !isStopped; page = (page % 3) + 1) {
      await send('staff list', `/api/admin/submissions?page=${page}`, { cookie: programme.staffCookie })
      await sleep(1_000)
    }
  }
  const probes: { endedAt: number; isFine: boolean }[] = []
  const probe = async () => {
    const { cookie, ipAddress } = prober
    while (!isStopped) {
      const { status, ms } = await httpRequest(port, '/api/dashboard?submissions=12', { cookie, ipAddress })
      probes.push({ endedAt: performance.now(), isFine: status === 200 && ms < SLOW_MS })
      await sleep(PROBE_INTERVAL_MS)
    }
  }

  const observerPage = openLivePage(() => port, prober.cookie, {
    ipAddress: prober.ipAddress,
    onData: observer.read,
  })
  await observerPage.opened
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const background = [probe(), ...Array.from({ length: staff }, member)]
  await Promise.all([...families.map(family), ...Array.from({ length: guests }, guest)])
  const servedAt = performance.now()
  const cpu = process.cpuUsage(cpuBefore)
  await waitUntilFine(probes, servedAt)
  const slowProbes = probes.filter(({ isFine }) => !isFine)
  const recoveredAt = Math.max(servedAt, slowProbes.at(-1)?.endedAt ?? 0)
  isStopped = true
  await Promise.all(background)

  await expectLive(pages, faults, () => registerGuest(port, programme, guests, LAST_DAY))
  const expected = countExpected(count)
  await compareWithDatabase({ databaseUrl, acknowledged, expected, guests: guests + 1, seats: SEATS, faults })
  const seatTimes = observer.times()
  if (seatTimes.length < acknowledged.size) faults.push('seats that families took were never shown')
  for (const page of [...pages, observerPage]) page.close()
  await trial.close()
  const recoveredAfterSeconds = (recoveredAt - servedAt) / 1000
  if (recoveredAfterSeconds > MAX_RECOVERY_SECONDS)
    faults.push(`responses were slow for another ${recoveredAfterSeconds.toFixed(1)} s`)
  return {
    families: count,
    times,
    seatTimes,
    statuses,
    servedAfterSeconds: Math.max(0, (servedAt - startedAt - MINUTE_MS) / 1000),
    recoveredAfterSeconds,
    generatorShare: (cpu.user + cpu.system) / 1000 / (servedAt - startedAt),
    faults,
  }
}

/** Children for whom there are seats: families take the days in turn, each for two. */
const countExpected = (families: number): number =>
  2 * DAYS.reduce((sum, _, n) => sum + Math.min(Math.ceil((families - n) / DAYS.length), SEATS / 2), 0)

/** Eight quick responses in a row, or the time is up. */
async function waitUntilFine(probes: readonly { isFine: boolean }[], since: number): Promise<void> {
  const until = since + 3 * MAX_RECOVERY_SECONDS * 1000
  const before = probes.length
  const isFine = () => probes.length >= before + 8 && probes.slice(-8).every((one) => one.isFine)
  while (!isFine() && performance.now() < until) await sleep(100)
}

/** One more registration reaches every open page. */
async function expectLive(
  pages: readonly ReturnType<typeof openLivePage>[],
  faults: string[],
  register: () => Promise<HttpResponse>,
): Promise<void> {
  const opened = pages.filter((page) => page.isOpened())
  // The page that observes the seats is one of them.
  if (opened.length < Math.min(pages.length, MAX_PAGES - 1))
    faults.push(`only ${opened.length} of ${pages.length} live pages opened`)
  const before = opened.map((page) => page.changeCount())
  const { status } = await register()
  if (status !== 200) faults.push(`the last registration was answered ${status}`)
  const missing = () => opened.filter((page, index) => page.changeCount() === before[index]).length
  const until = performance.now() + MAX_RECOVERY_SECONDS * 1000
  while (missing() > 0 && performance.now() < until) await sleep(100)
  if (missing() > 0) faults.push(`${missing()} of ${opened.length} live pages missed the last change`)
}
