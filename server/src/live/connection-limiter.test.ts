import { expect, it } from 'vitest'
import { createConnectionLimiter } from './connection-limiter'

it('limits streams per IPv4 address or IPv6 /64', () => {
  const acquire = createConnectionLimiter()
  const releases = Array.from({ length: 700 }, (_, n) => acquire(undefined, `2001:db8::${n.toString(16)}`))
  expect(releases.filter((release) => release !== null)).toHaveLength(600)
  expect(acquire(undefined, '2001:db8:0:1::1')).not.toBeNull()
  releases[0]?.()
  releases[0]?.()
  expect(acquire(undefined, '2001:db8::ffff')).not.toBeNull()
  expect(acquire(undefined, '2001:db8::ffff')).toBeNull()
})
