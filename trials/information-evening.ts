import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpResponse, httpRequest } from '../testkit/http-client'
import { PASSWORD } from './lib/programme'
import { type Finding, spread } from './lib/report'
import { setUp } from './lib/setup'

const NETWORK = '203.0.113.7'
const WITHIN_MS = 15_000
/** For somebody elsewhere: their own sign-in and their pages go on as ever. */
const ELSEWHERE_WITHIN_MS = 2_000
const FAMILIES_ELSEWHERE = 10

/** Families who sign in at the same moment behind one address, with the right password, while others do elsewhere. */
export async function informationEvening(build: string, families: number): Promise<Finding> {
  const stage = await setUp(build, { families: families + FAMILIES_ELSEWHERE })
  const { server, programme } = stage
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
  await stage.close()

  const faults: string[] = []
  const check = (what: string, told: HttpResponse[], withinMs: number) => {
    const refused = told.filter(({ status }) => status !== 200)
    if (refused[0])
      faults.push(
        `${what}: ${refused.length} failed, such as ${refused[0].status} ${JSON.stringify(refused[0].body)}`,
      )
    const slowest = Math.max(...told.map(({ ms }) => ms))
    if (slowest > withinMs) faults.push(`${what}: the slowest took ${Math.round(slowest)} ms`)
  }
  check('sign-ins', entered, WITHIN_MS)
  check('requests elsewhere', elsewhere, ELSEWHERE_WITHIN_MS)
  const verified = guessed.filter(({ status }) => status === 401).length
  if (verified > 8) faults.push(`${verified} wrong passwords were verified`)
  return {
    figures: `${entered.length} sign-ins (${spread(entered.map(({ ms }) => ms))}); ${elsewhere.length} requests elsewhere (${spread(elsewhere.map(({ ms }) => ms))}); ${verified} of ${guessed.length} guesses verified`,
    faults,
  }
}
