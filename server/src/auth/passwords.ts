import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { type Caller, createSemaphore } from '../http/semaphore'

/** argon2id is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const CURRENT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`

/**
 * Hashing is dear on purpose. It runs on the threads that files, names and handshakes need too, so one or two at a
 * time: a rush of sign-ins then waits for its turn, and everything else goes on. A thousand wait for half a minute; the
 * queue of one network has room for an information evening, and leaves room for the others.
 */
const semaphore = createSemaphore({
  permits: availableParallelism() > 2 ? 2 : 1,
  maxQueued: 1_000,
  maxQueuedPerNetwork: 300,
  retryAfterSeconds: 10,
})

/** One spelling per password: keyboards differ in how they compose accented letters. */
const spelled = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string, caller?: Caller): Promise<string> =>
  semaphore(() => hash(spelled(password), COST), caller)

/** True for hashes that were made with other costs; they are renewed at the next sign-in. */
export const needsRehash = (stored: string): boolean => !stored.startsWith(CURRENT)

let nobody: Promise<string> | undefined

/** Takes as long for an account that does not exist, or has no password yet, as for one that does. */
export async function verifyPassword(
  stored: string | null | undefined,
  password: string,
  caller?: Caller,
): Promise<boolean> {
  nobody ??= hash('nobody has this password', COST)
  const compared = stored ?? (await nobody)
  // A stored hash that cannot be read admits nobody.
  const isRight = await semaphore(() => verify(compared, spelled(password)).catch(() => false), caller)
  return isRight && Boolean(stored)
}
