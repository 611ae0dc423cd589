import { isIPv6 } from 'node:net'

/**
 * What is counted as one place on the network. A household or a school holds a whole /64 of IPv6 addresses and could
 * use a new one for every try; an IPv4 address may come wrapped in IPv6.
 */
export function clientSubnet(address: string): string {
  const bare = address.split('%')[0] ?? ''
  if (!isIPv6(bare)) return address
  const mapped = bare.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = withoutDots(bare).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** The dotted end of an IPv6 address stands for two groups; which ones does not matter beyond the /64. */
const withoutDots = (address: string) => address.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0')
