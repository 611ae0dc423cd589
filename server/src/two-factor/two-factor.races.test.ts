import { beforeEach, describe, expect, it } from 'vitest'
import { disableLocks, holdLock, untilWaiting } from '../../testing/race-helpers'
import { type TestApp, testApp } from '../../testing/test-app'
import { aBrowserAtTheCode, anAdminWithTwoFactor, codeNow } from '../../testing/two-factor'

const NOW = '2026-11-16T09:00:05-05:00'

const app = await testApp({ now: NOW })
const unlocked = await testApp({ now: NOW })
disableLocks(unlocked)
beforeEach(() => {
  for (const each of [app, unlocked]) each.setNow(NOW)
})

/** One code in two browsers at the same moment: both look before either has written. */
async function statusesOfOneCode(of: TestApp) {
  const { admin, key } = await anAdminWithTwoFactor(of)
  const browsers = [await aBrowserAtTheCode(of, admin), await aBrowserAtTheCode(of, admin)]
  const holder = await holdLock(of, 'select from two_factor where account_id = $1 for update', [admin.id])
  const entered = browsers.map((browser) => browser.give(codeNow(of, key)))
  await untilWaiting(of, 2)
  await holder.letGo()
  return (await Promise.all(entered)).map(({ status }) => status).sort()
}

describe('one code used twice at once', () => {
  it('lets one browser in', async () => {
    expect(await statusesOfOneCode(app)).toEqual([200, 401])
  })

  it('would let both in without the locks', async () => {
    expect(await statusesOfOneCode(unlocked)).toEqual([200, 200])
  })

  it('is one session for one recovery code too, over any number of browsers', async () => {
    const { admin, recoveryCodes } = await anAdminWithTwoFactor(app)
    const browsers = await Promise.all(Array.from({ length: 4 }, () => aBrowserAtTheCode(app, admin)))
    const entered = await Promise.all(browsers.map((browser) => browser.give(recoveryCodes[0] ?? '')))
    expect(entered.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  })

  it('is one session for one right password', async () => {
    const { admin, recoveryCodes } = await anAdminWithTwoFactor(app)
    const browser = await aBrowserAtTheCode(app, admin)
    const entered = await Promise.all(recoveryCodes.slice(0, 3).map((code) => browser.give(code)))
    expect(entered.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })
})
