import { expect } from 'vitest'
import type { ProfileRow } from '../src/db/tables'
import { buildersFor } from './builders'
import { emptyTables } from './databases'
import { startTestApp } from './test-app'

type Listed = { id: string; full_name: string; outstanding: number; [key: string]: unknown }

/** Staff and functions that request parents, on its own database. */
export async function startWithStaff() {
  const app = await startTestApp()
  const { db, pool } = app.services
  const build = buildersFor(db)
  const admin = await build.anAdmin({ full_name: 'Rosa Medina', email: 'rosa@office.example' })
  const staff = await app.as(admin)

  async function list(query = ''): Promise<{ rows: Listed[]; total: number }> {
    const { status, body } = await staff.get(`/api/admin/parents${query}`)
    expect(status).toBe(200)
    return body
  }
  const detail = (id: string) => staff.get(`/api/admin/parents/${encodeURIComponent(id)}`)
  const dana = (values: Partial<ProfileRow> = {}) =>
    build.aParent({
      full_name: 'Dana Okafor',
      email: 'dana@example.com',
      phone: '(555) 014-2210',
      ...values,
    })

  /** Deletes everything but the admin. */
  async function empty() {
    await emptyTables(pool, 'payments, submissions, children, months, audit_log, outbox')
    await pool.query(`delete from user_roles where role = 'parent'`)
    await pool.query(`delete from profiles where email <> 'rosa@office.example'`)
    await pool.query(`delete from accounts where email <> 'rosa@office.example'`)
  }

  return { app, db, build, admin, staff, list, detail, dana, empty }
}
