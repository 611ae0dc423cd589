import { clientSubnet } from '../http/client-subnet'

/** A family has a few tabs and telephones open; an information evening has all families behind one address. */
const MOST_PER_ACCOUNT = 20
const MOST_PER_ADDRESS = 600
const MOST_IN_ALL = 5_000

/**
 * Takes a place for an event stream and answers how to give it back; null when there is none. Nobody can use up the
 * streams of all others.
 */
export function createConnectionLimiter() {
  const taken = new Map<string, number>()
  const add = (key: string, change: number) => {
    const count = (taken.get(key) ?? 0) + change
    if (count === 0) taken.delete(key)
    else taken.set(key, count)
  }
  return (accountId: string | undefined, address: string): (() => void) | null => {
    const limits: [string, number][] = [
      ['all', MOST_IN_ALL],
      [`address ${clientSubnet(address)}`, MOST_PER_ADDRESS],
      ...(accountId ? [[`account ${accountId}`, MOST_PER_ACCOUNT] as [string, number]] : []),
    ]
    if (limits.some(([key, most]) => (taken.get(key) ?? 0) >= most)) return null
    for (const [key] of limits) add(key, 1)
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      for (const [key] of limits) add(key, -1)
    }
  }
}
