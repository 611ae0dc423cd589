import { clientSubnet } from '../http/client-subnet'

/** A family has a few tabs and phones open; an information evening has all families behind one IP address. */
const MAX_PER_ACCOUNT = 20
const MAX_PER_IP = 600
const MAX_TOTAL = 5_000

/** Returns a release function, or null if the limit is reached. */
export type AcquireConnection = (accountId: string | undefined, ipAddress: string) => (() => void) | null

/**
 * Limits open event streams, so that nobody can use up everybody's.
 */
export function createConnectionLimiter(): AcquireConnection {
  const open = new Map<string, number>()
  const add = (key: string, change: number) => {
    const count = (open.get(key) ?? 0) + change
    if (count === 0) open.delete(key)
    else open.set(key, count)
  }
  return (accountId, ipAddress) => {
    const limits: [string, number][] = [
      ['all', MAX_TOTAL],
      [`ip ${clientSubnet(ipAddress)}`, MAX_PER_IP],
      ...(accountId ? [[`account ${accountId}`, MAX_PER_ACCOUNT] as [string, number]] : []),
    ]
    if (limits.some(([key, max]) => (open.get(key) ?? 0) >= max)) return null
    for (const [key] of limits) add(key, 1)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      for (const [key] of limits) add(key, -1)
    }
  }
}
