import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpResponse, httpRequest } from '../../testkit/http-client'
import { PASSWORD } from '../lib/programme'
import { type Finding, percentiles } from '../lib/report'
import { setUp } from '../lib/setup'

const NETWORK = '203.0.113.7'
const MAX_DURATION_MS = 15_000
/** Users on other networks must not be slowed down. */
const MAX_DURATION_ELSEWHERE_MS = 2_000
const FAMILIES_ELSEWHERE = 10

/** Families sign in at the same moment behind one IP address, while others sign in elsewhere. */
export async function informationEvening(build: string, families: number): Promise<Finding> {
  const trial = await setUp(build, { families: families + FAMILIES_ELSEWHERE })
  const { server, programme } = trial
  const signIn = (email: string, ipAddress: string, password = PASSWORD) =>
    httpRequest(server.port, '/api/auth/sign-in', { method: 'POST', ipAddress, body: { email, password } })
  const evening = programme.families.slice(0, families).map(({ email }) => signIn(email, NETWORK))
  const elsewhere: HttpResponse[] = []
  for (const { email, ipAddress } of programme.families.slice(families)) {
    elsewhere.push(await signIn(email, ipAddress))
    elsewhere.push(
      await httpRequest(server.port, '/api/admin/submissions', { cookie: programme.staffCookie }),
    )
    await sleep(100)
  }
  const entered = await Promise.all(evening)
  const guessed = await Promise.all(
    Array.from({ length: 30 }, (_, n) => signIn('family1@example.com', NETWORK, `guess ${n}`)),
  )
  await trial.close()

  const faults: string[] = []
  const check = (what: string, response: HttpResponse[], maxMs: number) => {
    const rejected = response.filter(({ status }) => status !== 200)
    if (rejected[0])
      faults.push(
        `${what}: ${rejected.length} failed, such as ${rejected[0].status} ${JSON.stringify(rejected[0].body)}`,
      )
    const slowest = Math.max(...response.map(({ ms }) => ms))
    if (slowest > maxMs) faults.push(`${what}: the slowest took ${Math.round(slowest)} ms`)
  }
  check('sign-ins', entered, MAX_DURATION_MS)
  check('requests elsewhere', elsewhere, MAX_DURATION_ELSEWHERE_MS)
  const verified = guessed.filter(({ status }) => status === 401).length
  if (verified > 8) faults.push(`${verified} wrong passwords were verified`)
  return {
    figures: `${entered.length} sign-ins (${percentiles(entered.map(({ ms }) => ms))}); ${elsewhere.length} requests elsewhere (${percentiles(elsewhere.map(({ ms }) => ms))}); ${verified} of ${guessed.length} guesses verified`,
    faults,
  }
}
