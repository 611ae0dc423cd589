import { isIPv6 } from 'node:net'

/**
 * The unit that rate limits count by. A household or a school has a whole /64 of IPv6 addresses and could use a new one
 * for every attempt; an IPv4 address may come mapped to IPv6.
 */
export function clientSubnet(ipAddress: string): string {
  const bare = ipAddress.split('%')[0] ?? ''
  if (!isIPv6(bare)) return ipAddress
  const mapped = bare.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = withoutDots(bare).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** A dotted IPv4 suffix is two groups; their value does not matter beyond the /64. */
const withoutDots = (ipv6: string) => ipv6.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0')
