import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpResponse, httpRequest } from '../testkit/http-client'
import { type Family, PASSWORD, type Programme, query } from './lib/programme'
import { expectEqual, type Finding, percentiles } from './lib/report'
import { setUp } from './lib/setup'

const MAX_DURATION_MS = 60_000
const TIMEOUT_MS = 240_000
const DAYS = [8, 9, 10]
const FEE = 60

type Counts = { families: number; guests: number; staff: number }

/**
 * Registration opens: within a minute every family signs in and registers both children, guests register too, and
 * staff keep reloading their lists.
 */
export async function loadSpike(build: string, counts: Counts): Promise<Finding> {
  const trial = await setUp(build, { families: counts.families })
  const { server, programme, databaseUrl } = trial
  const { port } = server
  const signIns: HttpResponse[] = []
  const registrations: HttpResponse[] = []
  const reads: HttpResponse[] = []
  let isStopped = false

  const family = async ({ email, childIds, ipAddress }: Family) => {
    await sleep(Math.random() * MAX_DURATION_MS)
    const signedIn = await httpRequest(port, '/api/auth/sign-in', {
      method: 'POST',
      ipAddress,
      timeoutMs: TIMEOUT_MS,
      body: { email, password: PASSWORD },
    })
    signIns.push(signedIn)
    const cookie = signedIn.headers['set-cookie']?.map((line) => line.split(';')[0]).join('; ')
    registrations.push(
      await httpRequest(port, '/api/submissions', {
        method: 'POST',
        ipAddress,
        key: `rush-${email}`,
        timeoutMs: TIMEOUT_MS,
        ...(cookie && { cookie }),
        body: { month_id: programme.monthId, child_ids: childIds, selected_days: DAYS, agreed: true },
      }),
    )
  }
  const guest = async (_: unknown, number: number) => {
    await sleep(Math.random() * MAX_DURATION_MS)
    registrations.push(await registerGuest(port, programme, number))
  }
  const staff = async () => {
    for (let page = 1; !isStopped; page = (page % 3) + 1) {
      reads.push(
        await httpRequest(port, `/api/admin/submissions?page=${page}`, {
          cookie: programme.staffCookie,
          timeoutMs: TIMEOUT_MS,
        }),
      )
      await sleep(1_000)
    }
  }

  const startedAt = Date.now()
  const readers = Array.from({ length: counts.staff }, staff)
  await Promise.all([...programme.families.map(family), ...Array.from({ length: counts.guests }, guest)])
  const seconds = (Date.now() - startedAt) / 1000
  isStopped = true
  await Promise.all(readers)

  const faults: string[] = []
  const failed = [...signIns, ...registrations, ...reads].filter(({ status }) => status !== 200)
  if (failed[0])
    faults.push(`${failed.length} failed, such as ${failed[0].status} ${JSON.stringify(failed[0].body)}`)
  await countRows(databaseUrl, faults, counts)
  await trial.close()
  const rate = (registrations.length / seconds).toFixed(1)
  return {
    figures: `${signIns.length} sign-ins (${percentiles(signIns.map(({ ms }) => ms))}); ${registrations.length} registrations, ${rate} a second (${percentiles(registrations.map(({ ms }) => ms))}); ${reads.length} reads (${percentiles(reads.map(({ ms }) => ms))})`,
    faults,
  }
}

function registerGuest(port: number, { monthId }: Programme, number: number): Promise<HttpResponse> {
  return httpRequest(port, '/api/submissions', {
    method: 'POST',
    ipAddress: `10.200.0.${number}`,
    timeoutMs: TIMEOUT_MS,
    key: `guest-${number}`,
    body: {
      month_id: monthId,
      guest_parent_name: `Guest ${number}`,
      guest_parent_email: `guest${number}@example.com`,
      guest_child_name: `Otis ${number}`,
      selected_days: DAYS,
      agreed: true,
    },
  })
}

async function countRows(databaseUrl: string, faults: string[], { families, guests }: Counts): Promise<void> {
  const [found] = await query<Record<'rows' | 'children' | 'guests' | 'wrong' | 'mails', string>>(
    databaseUrl,
    `select count(*) as rows, count(distinct child_id) as children, count(distinct guest_parent_email) as guests,
       count(*) filter (where total_fee <> $1) as wrong,
       (select count(distinct submission_id) from outbox where submission_id is not null) as mails
     from submissions`,
    [FEE],
  )
  expectEqual(faults, 'rows', Number(found?.rows), families * 2 + guests)
  expectEqual(faults, 'children', Number(found?.children), families * 2)
  expectEqual(faults, 'guests', Number(found?.guests), guests)
  expectEqual(faults, 'wrong fees', Number(found?.wrong), 0)
  expectEqual(faults, 'submissions with emails', Number(found?.mails), families * 2 + guests)
}
