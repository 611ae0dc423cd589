import { hash, verify } from '@node-rs/argon2'

/** argon2id is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const CURRENT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`

/** One spelling per password: keyboards differ in how they compose accented letters. */
const spelled = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => hash(spelled(password), COST)

/** True for hashes that were made with other costs; they are renewed at the next sign-in. */
export const needsRehash = (stored: string): boolean => !stored.startsWith(CURRENT)

let nobody: Promise<string> | undefined

/** Takes as long for an account that does not exist, or has no password yet, as for one that does. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password')
  try {
    const isRight = await verify(stored ?? (await nobody), spelled(password))
    return isRight && Boolean(stored)
  } catch {
    // A stored hash that cannot be read admits nobody.
    return false
  }
}
