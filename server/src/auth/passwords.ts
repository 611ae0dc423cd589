import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { type Caller, createSemaphore } from '../http/semaphore'

export type HashCost = { memoryCost: number; timeCost: number; parallelism: number }

/** argon2id is the library's default algorithm. */
const PRODUCTION_COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type PasswordHasher = {
  hash(password: string, caller?: Caller): Promise<string>
  /** Takes equally long if the account does not exist or has no usable password. */
  verify(stored: string | null | undefined, password: string, caller?: Caller): Promise<boolean>
  /** True for hashes made with other cost parameters; they are rehashed at the next sign-in. */
  needsRehash(stored: string): boolean
}

/**
 * Stored instead of a hash while no password works: several people may have signed up with one email. As in /etc/shadow,
 * it is nobody's hash.
 */
export const UNUSABLE_PASSWORD = '!'

export const isUsable = (stored: string | null | undefined): stored is string =>
  Boolean(stored) && stored !== UNUSABLE_PASSWORD

/** Keyboards differ in how they compose accented letters. */
const normalize = (password: string) => password.normalize('NFKC')

/** Only tests pass a cost. */
export function createPasswordHasher(cost: HashCost = PRODUCTION_COST): PasswordHasher {
  const currentPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`
  /**
   * Hashing is expensive on purpose. It runs on libuv's thread pool, which file access, DNS and TLS also need, so only
   * one or two run at a time: a spike of sign-ins queues without blocking everything else. A full queue takes half a
   * minute; one network's share has room for an information evening and leaves room for others.
   */
  const semaphore = createSemaphore({
    permits: availableParallelism() > 2 ? 2 : 1,
    maxQueued: 1_000,
    maxQueuedPerNetwork: 300,
    retryAfterSeconds: 10,
  })
  let dummyHash: Promise<string> | undefined

  return {
    hash: (password, caller) => semaphore(() => hash(normalize(password), cost), caller),
    async verify(stored, password, caller) {
      dummyHash ??= hash('nobody has this password', cost)
      const compared = isUsable(stored) ? stored : await dummyHash
      // A malformed stored hash matches nothing.
      const isRight = await semaphore(() => verify(compared, normalize(password)).catch(() => false), caller)
      return isRight && isUsable(stored)
    },
    needsRehash: (stored) => !stored.startsWith(currentPrefix),
  }
}
