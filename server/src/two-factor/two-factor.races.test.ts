import { beforeEach, describe, expect, it } from 'vitest'
import { disableLocks, holdLock, untilWaiting } from '../../testing/race-helpers'
import { type TestApp, testApp } from '../../testing/test-app'
import { aBrowserAwaitingCode, anAdminWithTwoFactor, codeNow } from '../../testing/two-factor'

const NOW = '2026-11-16T09:00:05-05:00'

const app = await testApp({ now: NOW })
const unlocked = await testApp({ now: NOW })
disableLocks(unlocked)
beforeEach(() => {
  for (const each of [app, unlocked]) each.setNow(NOW)
})

/** One code in two browsers at the same time: both read before either has written. */
async function statusesOfOneCode(of: TestApp) {
  const { admin, key } = await anAdminWithTwoFactor(of)
  const browsers = [await aBrowserAwaitingCode(of, admin), await aBrowserAwaitingCode(of, admin)]
  const holder = await holdLock(of, 'select from two_factor where account_id = $1 for update', [admin.id])
  const responses = browsers.map((browser) => browser.submitCode(codeNow(of, key)))
  await untilWaiting(of, 2)
  await holder.release()
  return (await Promise.all(responses)).map(({ status }) => status).sort()
}

describe('one code used twice concurrently', () => {
  it('signs in one browser', async () => {
    expect(await statusesOfOneCode(app)).toEqual([200, 401])
  })

  it('control: signs in both without the locks', async () => {
    expect(await statusesOfOneCode(unlocked)).toEqual([200, 200])
  })

  it('starts one session for one recovery code, with any number of browsers', async () => {
    const { admin, recoveryCodes } = await anAdminWithTwoFactor(app)
    const browsers = await Promise.all(Array.from({ length: 4 }, () => aBrowserAwaitingCode(app, admin)))
    const responses = await Promise.all(browsers.map((browser) => browser.submitCode(recoveryCodes[0] ?? '')))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  })

  it('starts one session for one right password', async () => {
    const { admin, recoveryCodes } = await anAdminWithTwoFactor(app)
    const browser = await aBrowserAwaitingCode(app, admin)
    const responses = await Promise.all(recoveryCodes.slice(0, 3).map((code) => browser.submitCode(code)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })
})
