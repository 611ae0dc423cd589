import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../../testkit/built-server'
import { httpRequest } from '../../testkit/http-client'
import { openLivePage } from '../lib/live-page'
import { aProgramme } from '../lib/setup'
import { startTrialServer } from '../lib/trial-server'

export type Reconnected = {
  pages: number
  /** Of families without an open page, from the new instance's first response until all pages are up to date. */
  otherTimes: number[]
  upToDateAfterSeconds: number
  faults: string[]
}

const OTHERS = 20
const PROBE_INTERVAL_MS = 500
const MAX_SECONDS = 120
/** As in web/src/lib/live.ts. */
const RECONNECT_MS = 1_000
const SPREAD_MS_PER_PAGE = 10
/** What a page requests after it has reconnected to another instance. */
const REFETCHED = ['/api/dashboard?submissions=12', '/api/auth/session', '/api/program']

/** A deployment: every page reconnects and refetches what it shows, while other families use the new instance. */
export async function reconnectStorm(build: string, pages: number): Promise<Reconnected> {
  const { databaseUrl, programme } = await aProgramme(pages + OTHERS)
  const dataDir = temporaryFolder('trial')
  const start = (port: number) =>
    startTrialServer(build, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: String(port) })
  let server = await start(0)
  const { port } = server
  const faults: string[] = []
  let isDeployed = false
  const upToDate = new Set<number>()
  const refetch = async (number: number, cookie: string, ipAddress: string) => {
    for (const path of REFETCHED) {
      const { status } = await httpRequest(port, path, { cookie, ipAddress })
      if (status !== 200) faults.push(`${path} answered ${status}`)
    }
    upToDate.add(number)
  }
  const open = programme.families.slice(0, pages).map(({ cookie, ipAddress }, number) =>
    openLivePage(() => port, cookie, {
      ipAddress,
      reconnectAfterMs: () => RECONNECT_MS + Math.random() * pages * SPREAD_MS_PER_PAGE,
      onData: (text) => {
        if (isDeployed && text.includes('event: hello')) void refetch(number, cookie, ipAddress)
      },
    }),
  )
  await Promise.all(open.map(({ opened }) => opened))
  await server.stop('SIGTERM')
  isDeployed = true
  server = await start(port)

  const startedAt = performance.now()
  const otherTimes: number[] = []
  const elapsedSeconds = () => (performance.now() - startedAt) / 1000
  const isOver = () => upToDate.size === pages || elapsedSeconds() > MAX_SECONDS
  const useIt = async ({ cookie, ipAddress }: { cookie: string; ipAddress: string }) => {
    await sleep(Math.random() * PROBE_INTERVAL_MS)
    while (!isOver()) {
      const { status, ms } = await httpRequest(port, '/api/dashboard?submissions=12', { cookie, ipAddress })
      if (status === 200) otherTimes.push(ms)
      else faults.push(`another family was answered ${status}`)
      await sleep(PROBE_INTERVAL_MS)
    }
  }
  await Promise.all(programme.families.slice(pages).map(useIt))
  const upToDateAfterSeconds = elapsedSeconds()
  if (upToDate.size < pages) faults.push(`${pages - upToDate.size} of ${pages} pages were not up to date`)
  for (const page of open) page.close()
  await server.stop('SIGTERM')
  return { pages, otherTimes, upToDateAfterSeconds, faults }
}
