import { expect, it } from 'vitest'
import { createConnectionLimiter } from './connection-limiter'

it('gives one address no more streams than all families of a programme need, whatever the IPv6 address', () => {
  const take = createConnectionLimiter()
  const places = Array.from({ length: 700 }, (_, n) => take(undefined, `2001:db8::${n.toString(16)}`))
  expect(places.filter((leave) => leave !== null)).toHaveLength(600)
  expect(take(undefined, '2001:db8:0:1::1')).not.toBeNull()
  places[0]?.()
  places[0]?.()
  expect(take(undefined, '2001:db8::ffff')).not.toBeNull()
  expect(take(undefined, '2001:db8::ffff')).toBeNull()
})
