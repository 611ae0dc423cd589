import { randomUUID } from 'node:crypto'
import { monthIndexOf } from '@aftercare/domain/days'
import { newMonthDayTypes } from '@aftercare/domain/months'
import type { Db } from '../db/client'
import { accounts, children, months, payments, profiles, submissions, user_roles } from '../db/schema'

/** Rows for tests, with believable values wherever a test does not care. */
export function buildersFor(db: Db) {
  let count = 0
  const next = () => ++count

  async function person(role: 'parent' | 'admin', values: Partial<typeof profiles.$inferInsert> = {}) {
    const id = values.id ?? randomUUID()
    const email = values.email ?? `${role}${next()}-${id.slice(0, 8)}@example.com`
    await db.insert(accounts).values({ id, email, email_verified_at: '2026-01-01T00:00:00Z' })
    const full_name = values.full_name ?? (role === 'admin' ? `Rosa Medina ${count}` : `Dana Okafor ${count}`)
    await db.insert(profiles).values({ ...values, id, email, full_name })
    await db.insert(user_roles).values({ user_id: id, role })
    return { id, email, full_name }
  }

  const aParent = (values?: Partial<typeof profiles.$inferInsert>) => person('parent', values)
  const anAdmin = (values?: Partial<typeof profiles.$inferInsert>) => person('admin', values)

  async function aChild(parent: { id: string }, values: Partial<typeof children.$inferInsert> = {}) {
    return one(
      db
        .insert(children)
        .values({ name: `Amara ${next()}`, ...values, parent_id: parent.id })
        .returning(),
    )
  }

  async function aMonth(values: Partial<typeof months.$inferInsert> = {}) {
    const month_name = values.month_name ?? 'December'
    const year = values.year ?? 2026
    const index = monthIndexOf(month_name)
    return one(
      db
        .insert(months)
        .values({
          is_active: true,
          regular_price_cents: 2000,
          special_price_cents: 3000,
          day_types: index === null ? {} : newMonthDayTypes(year, index),
          ...values,
          month_name,
          year,
        })
        .returning(),
    )
  }

  async function aRegistration(
    child: { id: string; parent_id: string },
    month: { id: string },
    values: Partial<typeof submissions.$inferInsert> = {},
  ) {
    return one(
      db
        .insert(submissions)
        .values({
          selected_days: [1, 2, 3],
          total_fee_cents: 6000,
          ...values,
          parent_id: child.parent_id,
          child_id: child.id,
          month_id: month.id,
        })
        .returning(),
    )
  }

  async function aGuestRegistration(
    month: { id: string },
    values: Partial<typeof submissions.$inferInsert> = {},
  ) {
    return one(
      db
        .insert(submissions)
        .values({
          selected_days: [1],
          total_fee_cents: 2000,
          guest_parent_name: 'Grace Whitfield',
          guest_parent_email: 'grace@example.com',
          guest_child_name: 'Otis Whitfield',
          ...values,
          month_id: month.id,
        })
        .returning(),
    )
  }

  async function aDropIn(day: string, values: Partial<typeof submissions.$inferInsert> = {}) {
    return one(
      db
        .insert(submissions)
        .values({
          total_fee_cents: 2500,
          status: 'pending',
          guest_parent_name: 'Grace Whitfield',
          guest_parent_email: 'grace@example.com',
          guest_child_name: 'Otis Whitfield',
          ...values,
          month_id: null,
          dropin_date: day,
          selected_days: [Number(day.slice(8))],
        })
        .returning(),
    )
  }

  async function aPayment(
    parent: { id: string },
    admin: { id: string },
    values: Partial<typeof payments.$inferInsert> = {},
  ) {
    return one(
      db
        .insert(payments)
        .values({
          amount_cents: 2000,
          payment_date: '2026-11-10',
          ...values,
          parent_id: parent.id,
          recorded_by: admin.id,
        })
        .returning(),
    )
  }

  return { aParent, anAdmin, aChild, aMonth, aRegistration, aGuestRegistration, aDropIn, aPayment }
}

async function one<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows
  if (!row) throw new Error('The row was not stored')
  return row
}
