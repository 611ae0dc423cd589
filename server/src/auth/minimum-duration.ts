import { setTimeout as wait } from 'node:timers/promises'

/** Longer than either path takes, so that response times don't reveal whether an account exists. */
const MINIMUM_MS = 250

export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const minimum = wait(MINIMUM_MS)
  try {
    return await work()
  } finally {
    await minimum
  }
}
