import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app'
import { createLimiter, waitingTime } from './limits'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

describe('limits', () => {
  it('refuse with the waiting time once there were too many, for that key only', async () => {
    const { limiter } = app.services
    for (let tries = 0; tries < 5; tries++) await limiter.take('account-mail', 'dana@example.com')
    await expect(limiter.take('account-mail', 'dana@example.com')).rejects.toMatchObject({
      code: 'too-many',
      message: expect.stringMatching(/Please try again in \d+ (minutes|seconds)\./),
    })
    await limiter.take('account-mail', 'other@example.com')
  })

  it('count together over two instances', async () => {
    const other = createLimiter(app.services.pool)
    for (let tries = 0; tries < 3; tries++) await app.services.limiter.take('account-mail', 'two@example.com')
    for (let tries = 0; tries < 2; tries++) await other.take('account-mail', 'two@example.com')
    await expect(other.take('account-mail', 'two@example.com')).rejects.toMatchObject({ code: 'too-many' })
  })

  it('start anew after a reset', async () => {
    const { limiter } = app.services
    for (let tries = 0; tries < 5; tries++) await limiter.take('account-mail', 'reset@example.com')
    await limiter.reset('account-mail', 'reset@example.com')
    await limiter.take('account-mail', 'reset@example.com')
  })

  it.each([
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
  ])('tell %i seconds as %s', (seconds, words) => {
    expect(waitingTime(seconds)).toBe(words)
  })
})
