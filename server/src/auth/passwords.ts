import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { type Caller, createSemaphore } from '../http/semaphore'

export type HashCost = { memoryCost: number; timeCost: number; parallelism: number }

/** argon2id is the library's default algorithm. */
const PRODUCTION_COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type PasswordHasher = {
  hash(password: string, caller?: Caller): Promise<string>
  /** Takes as long for an account that does not exist, or has no password yet, as for one that does. */
  verify(stored: string | null | undefined, password: string, caller?: Caller): Promise<boolean>
  /** True for hashes that were made with other costs; they are renewed at the next sign-in. */
  needsRehash(stored: string): boolean
}

/** One spelling per password: keyboards differ in how they compose accented letters. */
const spelled = (password: string) => password.normalize('NFKC')

/** Only tests pass a cost. */
export function createPasswordHasher(cost: HashCost = PRODUCTION_COST): PasswordHasher {
  const current = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`
  /**
   * Hashing is expensive on purpose. It runs on the threads that files, names and handshakes need too, so one or two
   * at a time: a rush of sign-ins then waits for its turn, and everything else goes on. A thousand wait for half a
   * minute; the queue of one network has room for an information evening, and leaves room for the others.
   */
  const semaphore = createSemaphore({
    permits: availableParallelism() > 2 ? 2 : 1,
    maxQueued: 1_000,
    maxQueuedPerNetwork: 300,
    retryAfterSeconds: 10,
  })
  let nobody: Promise<string> | undefined

  return {
    hash: (password, caller) => semaphore(() => hash(spelled(password), cost), caller),
    async verify(stored, password, caller) {
      nobody ??= hash('nobody has this password', cost)
      const compared = stored ?? (await nobody)
      // A stored hash that cannot be read admits nobody.
      const isRight = await semaphore(() => verify(compared, spelled(password)).catch(() => false), caller)
      return isRight && Boolean(stored)
    },
    needsRehash: (stored) => !stored.startsWith(current),
  }
}
