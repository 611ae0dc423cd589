import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { browserOf, givePassword, linkMailedTo, tokensOf } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { invitationTo, joinInto } from '../../testing/family'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import { type TestClient, testApp } from '../../testing/test-app'
import { recordAudit } from '../audit/audit.queries'
import { execute, rows, sql } from './sql'

/**
 * Two transactions that lock the same rows in opposite orders deadlock until PostgreSQL cancels one of them, which leads
 * to 503. Each test brings two requests to that point with a lock of its own, then releases it.
 */

const PASSWORD = 'sunset over water'
let parent: { id: string; email: string; full_name: string }
let family: TestClient
let child: { id: string; name: string; parent_id: string }

const app = await testApp()
const make = buildersFor(app.services.db)
const admin = await make.anAdmin()
const staff = await app.as(admin)
const november = await make.aMonth({ month_name: 'November', seats: 50 })
beforeEach(async () => {
  parent = await make.aParent()
  await givePassword(app, parent, PASSWORD)
  family = await app.as(parent)
  child = await make.aChild(parent)
})

const register = () =>
  family.post('/api/submissions', {
    month_id: november.id,
    child_ids: [child.id],
    selected_days: [18],
    agreed: true,
  })
const [SMALLER, LARGER] = ['11111111-0000-4000-8000-000000000000', '99999999-0000-4000-8000-000000000000']
const deleteAccount = () => family.post('/api/own-data/delete-account', { password: PASSWORD })

describe('the month is locked before the child', () => {
  /** The registration gets the month first, and then needs the child. */
  async function registerAgainst(other: () => Promise<unknown>) {
    const lock = await holdLock(app, 'select from months where id = $1 for update', [november.id])
    const registration = register()
    await untilWaiting(app, 1)
    const second = other()
    await untilWaiting(app, 2)
    await lock.release()
    return Promise.all([registration, second])
  }

  it.each([true, false])(
    'in a drop-in that staff enter, although the day is full: %s',
    async (allow_overbooking) => {
      const [registration, dropIn] = await registerAgainst(() =>
        staff.post('/api/admin/drop-ins', {
          guest_child_name: child.name,
          guest_parent_name: parent.full_name,
          guest_parent_email: parent.email,
          guest_parent_phone: '555 0142',
          dropin_date: '2026-11-17',
          dismissal_type: 'regular',
          allow_overbooking,
        }),
      )
      expect(registration.status).toBe(200)
      expect(dropIn).toMatchObject({ status: 200 })
    },
  )

  it('control: in the reverse order the database cancels one of the two', async () => {
    const reversed = new pg.Client({ connectionString: app.databaseUrl })
    await reversed.connect()
    const [registration, second] = await registerAgainst(async () => {
      await reversed.query('begin')
      await reversed.query('select from children where id = $1 for no key update', [child.id])
      return reversed
        .query('update months set updated_at = updated_at where id = $1', [november.id])
        .then(() => reversed.query('commit'))
        .catch((error: { code: string }) => error.code)
    })
    await reversed.end()
    expect(registration.status === 503 || second === '40P01').toBe(true)
  })
})

describe('the family is locked before its submissions', () => {
  /** Deletion has locked the account and the profile, and waits for the child. */
  async function whileDeleting<T>(other: () => Promise<T>) {
    const lock = await holdLock(app, 'select from children where id = $1 for share', [child.id])
    const deletion = deleteAccount()
    await untilWaiting(app, 1)
    const second = other()
    // It is either done or waiting; it must not hold a lock that deletion needs next.
    await Promise.race([second, untilWaiting(app, 2)])
    await lock.release()
    return Promise.all([deletion, second])
  }

  it('when the account is deleted while its child is registered', async () => {
    const december = await make.aMonth({ year: 2027 })
    const [deletion, registration] = await whileDeleting(() =>
      family.post('/api/submissions', {
        month_id: december.id,
        child_ids: [child.id],
        selected_days: [8],
        agreed: true,
      }),
    )
    // Whichever is first: the other gets an error, and neither is cancelled by the database.
    expect([
      [409, 200],
      [200, 404],
    ]).toContainEqual([deletion.status, registration.status])
  })

  it('when the account is deleted while staff record a payment for a submission', async () => {
    const free = { parent_id: parent.id, child_id: child.id, total_fee_cents: 0 }
    const dropIn = await make.aDropIn('2026-11-03', free)
    const [deletion, payment] = await whileDeleting(() =>
      staff.post('/api/admin/payments', {
        parent_id: parent.id,
        submission_id: dropIn.id,
        amount: '25',
        payment_date: '2026-11-10',
      }),
    )
    expect([deletion.status, payment.status]).toEqual([200, 200])
  })

  it('when the account is deleted while staff change its email', async () => {
    const lock = await holdLock(app, 'select from accounts where id = $1 for update', [parent.id])
    const deletion = deleteAccount()
    await untilWaiting(app, 1)
    const change = { full_name: 'New', email: `new.${parent.email}`, status: 'active', version: 1 }
    const edit = staff.patch(`/api/admin/parents/${parent.id}`, change)
    await untilWaiting(app, 2)
    await lock.release()
    expect((await deletion).status).toBe(200)
    expect([404, 409]).toContain((await edit).status)
  })

  it('when staff change the email of a family to which they write that its day is cancelled', async () => {
    const march = await make.aMonth({ month_name: 'March', year: 2027, day_types: {} })
    const { id } = await make.aRegistration(child, march, { selected_days: [4] })
    const lock = await holdLock(app, 'select from submissions where id = $1 for update', [id])
    const message = cancelDay('2027-03-04')
    await untilWaiting(app, 1)
    const edit = { email: `new.${parent.email}`, version: 1 }
    // Waits for nothing that the message locks.
    const change = await staff.patch(`/api/admin/parents/${parent.id}`, edit)
    await lock.release()
    expect([(await message).status, change.status]).toEqual([200, 200])
  })
})

const cancelDay = (date: string) =>
  staff.post('/api/admin/family-messages', {
    date,
    subject: 'Snow',
    text: 'Stay home.',
    cancelled: true,
    fees: 'credit',
  })

describe('imports are locked before the family', () => {
  it.each([
    [
      'payment-imports',
      'Date,Amount,Payer,Email,Reference',
      (email: string) => `2026-11-03,20.00,Dana,${email},T-1`,
    ],
    ['family-imports', 'Parent,Email,Child', (email: string) => `Dana,${email},Amara's sister`],
  ])('when the account is deleted during one of %s that names it', async (name, heading, line) => {
    const url = `/api/admin/${name}`
    const uploaded = await staff.raw(`${url}/review?file_name=list.csv`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: `${heading}\n${line(parent.email)}`,
    })
    const review = (await uploaded.json()) as { id: string; version: number }
    expect(uploaded.status, JSON.stringify(review)).toBe(200)
    const lock = await holdLock(app, 'lock table audit_log in share mode', [])
    const deletion = deleteAccount()
    await untilWaiting(app, 1)
    const imported = staff.post(url, { id: review.id, version: review.version })
    await untilWaiting(app, 2)
    await lock.release()
    // The family is gone from the file.
    expect([(await deletion).status, (await imported).status]).toEqual([200, 409])
  })
})

it("a family's submissions are locked before its marks, when an adult who picked up is deleted", async () => {
  const member = await make.aParent({ full_name: 'Joel Abernathy' })
  await givePassword(app, member, PASSWORD)
  await joinInto(app, parent, member)
  const client = await app.as(member)
  const siblings = [
    [SMALLER, child.id],
    [LARGER, (await make.aChild(parent)).id],
  ] as const
  for (const [id, child_id] of siblings)
    await make.aDropIn('2026-11-16', { id, parent_id: parent.id, child_id, total_fee_cents: 0 })
  const mark = (ids: string[], change: object) =>
    staff.post('/api/admin/board/marks/batch', {
      marks: ids.map((submission_id) => ({
        submission_id,
        day: '2026-11-16',
        at: '2026-11-16T09:00:00-05:00',
        ...change,
      })),
    })
  expect((await mark([LARGER, SMALLER], { change: 'arrived', version: 0 })).status).toBe(200)
  const left = { change: 'picked_up', picked_up_by: member.full_name, version: 1 }
  expect((await mark([LARGER, SMALLER], left)).status).toBe(200)
  const lock = await holdLock(app, 'select from attendance_marks where submission_id = $1 for update', [
    SMALLER,
  ])
  const undone = mark([SMALLER, LARGER], { change: 'undo_picked_up', version: 2 })
  await untilWaiting(app, 1)
  const deletion = client.post('/api/own-data/delete-account', { password: PASSWORD })
  await untilWaiting(app, 2)
  await lock.release()
  expect([(await undone).status, (await deletion).status]).toEqual([200, 200])
})

describe('submissions are locked by ascending id', () => {
  const february = { month_name: 'February', year: 2027, day_types: {} }

  /** The child has two drop-ins with the same allergies; the one with the larger id is older. */
  async function twoDropIns(on: { smaller: string; larger: string }) {
    await execute(app.services.db, sql`delete from submissions where id in (${SMALLER}, ${LARGER})`)
    await execute(app.services.db, sql`delete from months where year = 2027 and month_name = 'February'`)
    const month = await make.aMonth(february)
    const peanut = await make.aChild(parent, { allergies: 'Peanut' })
    const values = { parent_id: parent.id, child_id: peanut.id, guest_child_allergies: 'Peanut' }
    await make.aDropIn(on.larger, { ...values, id: LARGER })
    await make.aDropIn(on.smaller, { ...values, id: SMALLER })
    const correct = () =>
      family.patch(`/api/children/${peanut.id}`, {
        name: 'Amara',
        allergies: 'Peanuts',
        notes: '',
        version: 1,
      })
    return { month, correct }
  }

  /** The first waits for a drop-in, the second stops behind it or at the other one. */
  async function whileWaitingFor<One, Other>(
    id: string,
    first: () => Promise<One>,
    second: () => Promise<Other>,
  ) {
    const lock = await holdLock(app, 'select from submissions where id = $1 for update', [id])
    const one = first()
    await untilWaiting(app, 1)
    const other = second()
    await untilWaiting(app, 2)
    await lock.release()
    return Promise.all([one, other])
  }

  it('when a day is cancelled while the allergies of a child with two drop-ins are corrected', async () => {
    const { correct } = await twoDropIns({ smaller: '2027-02-04', larger: '2027-02-04' })
    const cancel = () => cancelDay('2027-02-04')
    const [cancelled, corrected] = await whileWaitingFor(SMALLER, cancel, correct)
    expect([cancelled.status, corrected.status]).toEqual([200, 200])
  })

  it('when two days are cancelled while drop-ins of both are corrected', async () => {
    const { month, correct } = await twoDropIns({ smaller: '2027-02-05', larger: '2027-02-04' })
    const cancel = () =>
      staff.patch(`/api/admin/months/${month.id}`, {
        day_types: { 4: 'unavailable', 5: 'unavailable' },
        closed_days: [],
        fees: 'credit',
        version: 1,
      })
    const [cancelled, corrected] = await whileWaitingFor(LARGER, cancel, correct)
    expect([cancelled.status, corrected.status]).toEqual([200, 200])
  })
})

describe('the days that a family waits for are locked in their order', () => {
  const [EARLIER, LATER] = [10, 11]
  let year = 2027

  /** Seats open on both days while something happens to whoever waits, who asked for the later day first. */
  async function whileSeatsOpen(watcher: TestClient, other: () => Promise<{ status: number }>) {
    year += 1
    const days = { [EARLIER]: 1, [LATER]: 1 }
    const january = await make.aMonth({ month_name: 'January', year, day_types: {}, day_seats: days })
    const booked = { selected_days: [EARLIER, LATER] }
    await make.aRegistration(await make.aChild(await make.aParent()), january, booked)
    for (const day of [LATER, EARLIER])
      expect((await watcher.post('/api/seat-watches', { month_id: january.id, day })).status).toBe(200)
    const lock = await holdLock(app, 'select from seat_watches where month_id = $1 and day = $2 for update', [
      january.id,
      EARLIER,
    ])
    const opening = staff.patch(`/api/admin/months/${january.id}`, {
      day_types: {},
      closed_days: [],
      day_seats: { [EARLIER]: 2, [LATER]: 2 },
      version: 1,
    })
    await untilWaiting(app, 1)
    const second = other()
    await untilWaiting(app, 2)
    await lock.release()
    expect([(await opening).status, (await second).status]).toEqual([200, 200])
  }

  it('when a member leaves', async () => {
    const member = await make.aParent()
    await joinInto(app, parent, member)
    const client = await app.as(member)
    await whileSeatsOpen(client, () => client.delete('/api/family/membership'))
  })

  it('when somebody joins a family', async () => {
    const joining = await make.aParent()
    const client = await app.as(joining)
    const token = await invitationTo(app, family, joining.email)
    await whileSeatsOpen(client, () => client.post('/api/join', { token }))
  })

  it('when the account is deleted', () => whileSeatsOpen(family, deleteAccount))

  const aFullDay = async (month_name: string) => {
    const month = await make.aMonth({ month_name, year: 2027, day_types: {}, day_seats: { [LATER]: 1 } })
    const watch = async (client: TestClient) =>
      expect((await client.post('/api/seat-watches', { month_id: month.id, day: LATER })).status).toBe(200)
    return { month, watch }
  }

  it('after their month, when somebody joins a family while seats open', async () => {
    const { month, watch } = await aFullDay('June')
    await make.aRegistration(await make.aChild(await make.aParent()), month, { selected_days: [LATER] })
    const joining = await make.aParent()
    const client = await app.as(joining)
    await watch(client)
    const token = await invitationTo(app, family, joining.email)
    const lock = await holdLock(app, 'lock table seat_watches in share mode', [])
    const join = client.post('/api/join', { token })
    await untilWaiting(app, 1)
    const opening = staff.patch(`/api/admin/months/${month.id}`, {
      day_types: {},
      closed_days: [],
      day_seats: { [LATER]: 2 },
      version: 1,
    })
    await untilWaiting(app, 2)
    await lock.release()
    expect([(await join).status, (await opening).status]).toEqual([200, 200])
  })

  it('after the submissions, when a former member is deleted while staff cancel what the family claimed', async () => {
    const former = await make.aParent()
    await givePassword(app, former, PASSWORD)
    await joinInto(app, parent, former)
    await execute(app.services.db, sql`delete from family_members where member_id = ${former.id}`)
    const client = await app.as(former)
    const { month, watch } = await aFullDay('October')
    const values = { selected_days: [LATER], guest_parent_email: former.email }
    const claimed = await make.aRegistration(child, month, values)
    await recordAudit(
      app.services.db,
      { services: app.services, viewer: { actorId: parent.id } },
      'submission.claim',
      'submissions',
      claimed.id,
    )
    await watch(client)
    const lock = await holdLock(app, 'lock table audit_log in share mode', [])
    const cancellation = staff.post(`/api/admin/submissions/${claimed.id}/cancel`, {
      reason: 'Moving away',
      fee: 'none',
      version: 1,
    })
    await untilWaiting(app, 1)
    const deletion = client.post('/api/own-data/delete-account', { password: PASSWORD })
    await untilWaiting(app, 2)
    await lock.release()
    expect([(await cancellation).status, (await deletion).status]).toEqual([200, 200])
  })
})

describe('the account is locked before its tokens', () => {
  /** Both wait for the account's lock. */
  async function bothWaitingForAccount<A, B>(first: () => Promise<A>, second: () => Promise<B>) {
    const lock = await holdLock(app, 'select from accounts where id = $1 for update', [parent.id])
    const one = first()
    await untilWaiting(app, 1)
    const other = second()
    await untilWaiting(app, 2)
    await lock.release()
    return Promise.all([one, other])
  }
  const requestLink = () => app.visitor.post('/api/auth/forgot-password', { email: parent.email })
  const changeEmail = () =>
    staff.patch(`/api/admin/parents/${parent.id}`, { email: `new.${parent.email}`, version: 1 })

  it('when an emailed link sets the password while it is changed on the profile', async () => {
    await requestLink()
    const link = tokensOf(await linkMailedTo(app, parent.email, 'recovery'))
    const browser = browserOf(app)
    await browser.signIn(parent.email, PASSWORD)
    const [change, byLink] = await bothWaitingForAccount(
      () => browser.post('/api/auth/password', { current_password: PASSWORD, password: 'first come' }),
      () => app.visitor.post('/api/auth/recovery/password', { ...link, password: 'the link’s' }),
    )
    expect(change.status).toBe(200)
    expect(byLink.body).toMatchObject({ error: { code: 'invalid-link' } })
  })

  it('when a link confirms the email while staff change it', async () => {
    await execute(app.services.db, sql`update accounts set email_verified_at = null where id = ${parent.id}`)
    await app.visitor.post('/api/auth/verification/resend', { email: parent.email })
    const { access_token } = await linkMailedTo(app, parent.email, 'verification')
    const [change, confirmation] = await bothWaitingForAccount(changeEmail, () =>
      app.visitor.post('/api/auth/verify', { access_token }),
    )
    expect(change.status).toBe(200)
    expect(confirmation.body).toMatchObject({ error: { code: 'invalid-verification' } })
  })

  it('when a link is requested while the account is deleted', async () => {
    await requestLink()
    const [deletion, requested] = await bothWaitingForAccount(deleteAccount, requestLink)
    expect([deletion.status, requested.status]).toEqual([200, 200])
  })

  it('so that no link goes to an email that staff have just changed', async () => {
    // The change is written and waits for the audit log.
    const lock = await holdLock(app, 'lock table audit_log in share mode', [])
    const change = changeEmail()
    await untilWaiting(app, 1)
    const requested = requestLink()
    await untilWaiting(app, 2)
    await lock.release()
    expect([(await change).status, (await requested).status]).toEqual([200, 200])
    // The change's own link alone.
    expect(
      await rows(app.services.db, sql`select purpose from tokens where account_id = ${parent.id}`),
    ).toEqual([{ purpose: 'verify' }])
  })
})

describe('the admins lock is taken before the account', () => {
  it('when a parent is suspended while being invited as an admin', async () => {
    const lock = await holdLock(app, 'select from profiles where id = $1 for update', [parent.id])
    const suspension = staff.patch(`/api/admin/parents/${parent.id}`, { status: 'suspended', version: 1 })
    await untilWaiting(app, 1)
    const { full_name, email } = parent
    const invitation = staff.post('/api/admin/admins', { full_name, email })
    await untilWaiting(app, 2)
    await lock.release()
    expect([(await suspension).status, (await invitation).status]).toEqual([200, 200])
  })

  it('and not after it, when the phone number of a suspended family is edited', async () => {
    await execute(app.services.db, sql`update profiles set status = 'suspended' where id = ${parent.id}`)
    const lock = await holdLock(app, 'select from profiles where id = $1 for update', [parent.id])
    const edit = staff.patch(`/api/admin/parents/${parent.id}`, { phone: '555 0143', version: 1 })
    await untilWaiting(app, 1)
    const { full_name, email } = parent
    const invitation = staff.post('/api/admin/admins', { full_name, email })
    await untilWaiting(app, 2)
    await lock.release()
    expect([(await edit).status, (await invitation).status]).toEqual([200, 200])
  })
})
