import { countStates, peopleToCall } from '@aftercare/domain/board/board-cards'
import { isNotArrived } from '@aftercare/domain/board/board-groups'
import { hasAllergies } from '@aftercare/domain/children/allergies'
import { dayInZone } from '@aftercare/domain/lib/days'
import { sumCents } from '@aftercare/domain/lib/money'
import { checkSelectedDays } from '@aftercare/domain/months/availability'
import { freeSeats, NO_SEATING } from '@aftercare/domain/months/seats'
import { bookedDaysOf, priceDays } from '@aftercare/domain/pricing/day-prices'
import { DERIVED_STATUSES, derivedStatus } from '@aftercare/domain/submissions/submissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBalanceDue } from '../src/balance/balance.queries'
import { findBoard } from '../src/board/board.queries'
import { rows, sql } from '../src/db/sql'
import { calendarOf, seatingOf } from '../src/months/month-row'
import { countRows, storedRows } from '../testing/rows'
import { startTestApp, type TestApp } from '../testing/test-app'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-families'
import { seedDemo } from './seed-demo'

describe.each(['2026-11-16T09:00:00-05:00', '2027-01-31T22:30:00-05:00', '2028-02-26T12:00:00-05:00'])(
  'the demo seen at %s',
  (now) => {
    let app: TestApp
    beforeAll(async () => {
      app = await startTestApp({ now })
      await seedDemo(app.services)
    })
    afterAll(() => app.stop())

    it('has past, current and upcoming months, the last a draft', async () => {
      const rows = await storedRows(app.services.db, 'months')
      expect(rows).toHaveLength(7)
      expect(rows.filter((month) => !month.is_active)).toHaveLength(1)
      expect(rows.some((month) => month.special_days.length > 0)).toBe(true)
      expect(rows.filter((month) => month.closed_days.length > 0)).toHaveLength(6)
    })

    it('has forty families, one of two adults, and two imported ones, a parent without children, two admins and the documented accounts', async () => {
      const roles = await storedRows(app.services.db, 'user_roles')
      expect(roles.filter(({ role }) => role === 'parent')).toHaveLength(44)
      expect(await countRows(app.services.db, 'family_members')).toBe(1)
      expect(roles.filter(({ role }) => role === 'admin')).toHaveLength(2)
      const kids = await storedRows(app.services.db, 'children')
      expect(new Set(kids.map(({ parent_id }) => parent_id)).size).toBe(42)
      const people = await storedRows(app.services.db, 'accounts')
      for (const { email } of Object.values(DEMO_ACCOUNTS)) {
        const person = people.find((account) => account.email === email)
        expect(await app.services.passwords.verify(person?.password_hash, DEMO_PASSWORD), email).toBe(true)
      }
    })

    it('shows a message to the families of an upcoming day and one to all active families', async () => {
      const messages = await storedRows(app.services.db, 'family_messages')
      expect(messages.map(({ audience }) => audience).sort()).toEqual(['active', null])
      expect(messages.filter(({ families }) => families <= 10)).toEqual([])
      const [about] = messages.filter(({ day }) => day !== null)
      expect((about?.day ?? '') > app.services.clock.today()).toBe(true)
    })

    it('has siblings who drop in, and requests for a drop-in that wait and were declined', async () => {
      const dropIns = await storedRows(app.services.db, 'submissions', sql`where dropin_date is not null`)
      const coming = dropIns.filter(
        ({ dropin_date, status }) => (dropin_date ?? '') > app.services.clock.today() && status !== 'waiting',
      )
      const families = coming.map(({ parent_id }) => parent_id).filter((id) => id !== null)
      expect(families.length - new Set(families).size).toBeGreaterThan(0)
      const requests = dropIns.filter(({ approval }) => approval !== null)
      expect(requests.map(({ status }) => status).sort()).toEqual(['declined', 'waiting'])
      expect(requests.map(({ total_fee_cents }) => total_fee_cents)).toEqual([0, 0])
    })

    it('has a child who is not coming on a day of next week', async () => {
      const { db, clock } = app.services
      const ahead = await storedRows(db, 'attendance_marks', sql`where day > ${clock.today()}`)
      expect(ahead).toMatchObject([{ not_coming_at: expect.any(String), arrived_at: null }])
    })

    it('has a family that was suspended and one that left, which owe', async () => {
      const owing = await rows<{ status: string }>(
        app.services.db,
        sql`select status from profiles p where ${hasBalanceDue} and status <> 'active' order by status`,
      )
      expect(owing.map(({ status }) => status)).toEqual(['inactive', 'suspended'])
    })

    it('has a coming day that is cancelled and credited', async () => {
      const months = (await storedRows(app.services.db, 'months')).filter(
        (row) => row.cancelled_days.length > 0,
      )
      expect(months.map((row) => row.cancelled_days)).toEqual([[expect.any(Number)]])
      const credited = await storedRows(app.services.db, 'submissions', sql`where credits <> '{}'`)
      expect(credited.length).toBeGreaterThan(3)
    })

    it('has only registrations that the rules allowed when they were made, at the right fee', async () => {
      const { db, config } = app.services
      const stored = new Map((await storedRows(db, 'months')).map((month) => [month.id, month]))
      const rows = await storedRows(db, 'submissions')
      const registrations = rows.filter((row) => row.month_id)
      expect(registrations.length).toBeGreaterThan(150)
      expect(registrations.some((row) => row.is_edited)).toBe(true)
      expect(registrations.some((row) => row.parent_id === null)).toBe(true)
      for (const row of registrations) {
        const month = stored.get(row.month_id ?? '')
        if (!month) throw new Error('A registration names no month')
        const dayTypes = { ...month.day_types, ...month.cancelled_day_types }
        const offered = { closedDays: [], cancelledDays: [], seating: NO_SEATING, dayTypes }
        const calendar = { ...calendarOf(month), ...offered }
        const madeOn = dayInZone(new Date(row.submitted_at), config.program.timeZone)
        if (!row.is_edited) expect(checkSelectedDays(calendar, row.selected_days, madeOn)).toEqual([])
        const { credits, ...booked } = bookedDaysOf(row, row.total_fee_cents)
        const priced = priceDays(calendar, row.selected_days)
        expect(priced.feeCents).toBe(booked.feeCents + sumCents(Object.values(credits)))
        expect({ ...booked.dayPrices, ...credits }).toEqual(priced.dayPrices)
        expect(new Date(row.submitted_at) <= new Date(now)).toBe(true)
      }
    })

    it('has a deposit that is applied, and a payment of which a part was given back', async () => {
      const payments = await storedRows(app.services.db, 'payments')
      expect(
        sumCents(payments.filter((row) => row.moved_from_payment_id).map((row) => row.amount_cents)),
      ).toBe(0)
      expect(payments.some((row) => row.moved_from_payment_id && row.submission_id)).toBe(true)
      expect(payments.filter(({ amount_cents }) => amount_cents === -2000)).toHaveLength(1)
    })

    it('has an activity log of the past and nothing from the future', async () => {
      const log = await storedRows(app.services.db, 'audit_log', sql`where true`)
      const actions = new Set(log.map(({ action }) => action))
      for (const action of ['months.publish', 'pricing.save', 'submission.edit', 'payment.record'])
        expect(actions).toContain(action)
      expect(log.filter(({ at }) => new Date(at) > app.services.clock.now())).toEqual([])
    })

    it('has families whose fee went up or down since it was billed', async () => {
      const { db } = app.services
      const changed = await rows<{ total: number; billed: number }>(
        db,
        sql`select total_fee::text as total, billed_fee::text as billed from submissions where edited_since_billed`,
      )
      expect(changed.filter(({ total, billed }) => total > billed)).not.toEqual([])
      expect(changed.filter(({ total, billed }) => total < billed)).not.toEqual([])
    })

    it('shows every status, and sends no email', async () => {
      const { db } = app.services
      const rows = await storedRows(db, 'submissions')
      const statuses = rows.map((row) =>
        derivedStatus({
          totalFeeCents: row.total_fee_cents,
          paidCents: row.paid_amount_cents,
          billedStatus: row.billed_status,
          status: row.status,
        }),
      )
      expect(new Set(statuses)).toEqual(new Set(DERIVED_STATUSES))
      expect(await countRows(db, 'payments')).toBeGreaterThan(50)
      expect(await countRows(db, 'outbox')).toBe(0)
    })
  },
)

describe('the demo', () => {
  it('has drop-ins for today on a day with aftercare, two of them for allergic children on file, one of whom has the day', async () => {
    const app = await startTestApp({ now: '2026-11-16T09:00:00-05:00' })
    await seedDemo(app.services)
    const rows = await storedRows(app.services.db, 'submissions')
    expect(rows.filter((row) => row.dropin_date === '2026-11-16')).toHaveLength(6)
    const { cards } = await findBoard(app.services.db, '2026-11-16')
    const asked = cards.filter(({ known_family }) => known_family)
    const onFile = asked.flatMap(({ known_family }) => known_family?.same_children ?? [])
    expect(onFile.map(({ allergies }) => allergies)).toEqual(asked.map(({ allergies }) => allergies))
    expect(asked.map(({ allergies }) => hasAllergies(allergies))).toEqual([true, true])
    const booked = onFile.map(({ name }) => cards.filter(({ child_name }) => child_name === name).length)
    expect(booked.sort()).toEqual([0, 1])
    await app.stop()
  })

  it('has an upcoming month with a full day that a parent is waiting for, and days with few seats left', async () => {
    const app = await startTestApp({ now: '2026-11-16T09:00:00-05:00' })
    await seedDemo(app.services)
    const months = await storedRows(app.services.db, 'months')
    const [watch] = await storedRows(app.services.db, 'seat_watches')
    const december = months.find(({ month_name, year }) => month_name === 'December' && year === 2026)
    if (!december || !watch) throw new Error('Nobody waits for a seat in December')
    const free = Object.keys(december.day_seats).map((n) => freeSeats(seatingOf(december), Number(n)))
    expect(free.sort()).toEqual([0, 1, 2, 3])
    expect(watch.month_id).toBe(december.id)
    expect(freeSeats(seatingOf(december), watch.day)).toBe(0)
    await app.stop()
  })

  it.each(['2026-11-16T16:10:00-05:00', '2026-11-16T08:30:00-05:00', '2026-11-16T19:00:00-05:00'])(
    'has a board in the middle of its afternoon at %s, and late pick-ups of the last two weeks',
    async (now) => {
      const app = await startTestApp({ now })
      await seedDemo(app.services)
      const { cards } = await findBoard(app.services.db, '2026-11-16')
      const counts = countStates(cards)
      for (const [state, count] of Object.entries(counts)) expect([state, count > 1]).toEqual([state, true])
      const late = await storedRows(app.services.db, 'attendance_marks', sql`where late_minutes > 0`)
      expect(late.length).toBeGreaterThan(5)
      expect(
        await rows(
          app.services.db,
          sql`select 1 from attendance_marks where left_at > ${now} or arrived_at > ${now}`,
        ),
      ).toEqual([])
      expect(cards.filter((card) => card.pickup_people.length > 0).length).toBeGreaterThan(5)
      const notArrived = cards.filter((card) => isNotArrived(card, { minute: 16 * 60, isCancelled: false }))
      expect(notArrived.length).toBeGreaterThan(1)
      expect(notArrived.some((card) => peopleToCall(card).length === 0)).toBe(true)
      await app.stop()
    },
  )

  it('has the same people on every start', async () => {
    const ids = async () => {
      const app = await startTestApp()
      await seedDemo(app.services)
      const found = await rows<{ id: string }>(app.services.db, sql`select id from submissions order by id`)
      await app.stop()
      return found
    }
    expect(await ids()).toEqual(await ids())
  })
})
