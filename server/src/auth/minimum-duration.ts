import { setTimeout as wait } from 'node:timers/promises'

/** Longer than either way takes, so that the time of an answer does not tell whether an account exists. */
const STEADY_MS = 250

export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const notBefore = wait(STEADY_MS)
  try {
    return await work()
  } finally {
    await notBefore
  }
}
