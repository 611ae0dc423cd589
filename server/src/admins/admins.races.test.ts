import { describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { disableLocks, holdLock, untilWaiting } from '../../testing/race-helpers'
import { type TestApp, testApp } from '../../testing/test-app'

const PATH = '/api/admin/admins'

const app = await testApp()
const unlocked = await testApp()
disableLocks(unlocked)

/** Rosa removes Ben while he invites somebody. */
async function peopleOf(of: TestApp) {
  const make = buildersFor(of.services.db)
  const [rosa, ben] = [await make.anAdmin(), await make.anAdmin()]
  const [asRosa, asBen] = [await of.as(rosa), await of.as(ben)]
  const email = `friend-of-${ben.email}`
  return {
    ben,
    email,
    invite: () => asBen.post(PATH, { full_name: 'Ingrid', email }),
    remove: () => asRosa.delete(`${PATH}/${ben.id}`),
    isInvitedListed: async () =>
      (await asRosa.get(`${PATH}?size=100`)).body.rows.some((row: { email: string }) => row.email === email),
  }
}

/** The invitation waits for the email's row when the removal arrives. */
async function inviteThenRemove(of: TestApp) {
  const people = await peopleOf(of)
  const holder = await holdLock(of, 'insert into accounts (email) values ($1)', [people.email])
  const invited = people.invite()
  await untilWaiting(of, 1)
  const removed = people.remove().then(async ({ status }) => {
    return { status, isInvitedListed: await people.isInvitedListed() }
  })
  const first = await Promise.race([untilWaiting(of, 2).then(() => 'waits'), removed])
  await holder.release()
  const removal = await removed
  return {
    didRemovalWait: first === 'waits',
    invited: (await invited).status,
    removed: removal.status,
    listedWhenRemoved: removal.isInvitedListed,
    listedAfterwards: await people.isInvitedListed(),
  }
}

describe('an admin who is removed while inviting another', () => {
  it('is rejected if the removal comes first, although the request was already authorized', async () => {
    const { ben, invite, remove, isInvitedListed } = await peopleOf(app)
    const holder = await holdLock(app, 'select from accounts where id = $1 for update', [ben.id])
    const removed = remove()
    await untilWaiting(app, 1)
    const invited = invite()
    await untilWaiting(app, 2)
    await holder.release()
    expect((await removed).status).toBe(200)
    expect(await invited).toMatchObject({ status: 403, body: { error: { code: 'admins-only' } } })
    expect(await isInvitedListed()).toBe(false)
  })

  it('has invited before the removal finishes if the invitation comes first', async () => {
    expect(await inviteThenRemove(app)).toEqual({
      didRemovalWait: true,
      invited: 200,
      removed: 200,
      listedWhenRemoved: true,
      listedAfterwards: true,
    })
  })

  it('control: does not make the removal wait without the lock, and is stopped by the session that ended', async () => {
    expect(await inviteThenRemove(unlocked)).toEqual({
      didRemovalWait: false,
      invited: 401,
      removed: 200,
      listedWhenRemoved: false,
      listedAfterwards: false,
    })
  })
})
