import { beforeEach } from 'vitest'
import { execute, sql } from '../src/db/sql'
import { buildersFor } from './builders'
import { storedRows } from './rows'
import { type TestClient, testApp } from './test-app'

/** Monday, November 16, 2026, 4:00 PM in the programme's zone. */
const NOW = '2026-11-16T16:00:00-05:00'
export const DAY = '2026-11-16'

export const at = (time: string, day = DAY) => `${day}T${time}:00-05:00`
export const utc = (time: string, day = DAY) => new Date(at(time, day)).toISOString()

export type MarkValues = { change: string; version?: number; [field: string]: unknown }

/** Staff at the attendance board of a day, with the children that a test books. */
export async function startBoard() {
  const app = await testApp({ now: NOW })
  const make = buildersFor(app.services.db)
  const admin = await make.anAdmin()

  // One object each for the whole file, with another session and month in each test.
  const staff = {} as TestClient
  const month = {} as { id: string }
  beforeEach(async () => {
    app.setNow(NOW)
    Object.assign(staff, await app.as(admin))
    for (const table of [sql`submissions`, sql`months`, sql`settings`])
      await execute(app.services.db, sql`delete from ${table}`)
    Object.assign(month, await make.aMonth({ month_name: 'November' }))
  })

  async function aBookedChild(values: object = {}, days = [2, 13, 16]) {
    const parent = await make.aParent({ full_name: 'Ana Lee', phone: '555-0100' })
    const child = await make.aChild(parent, { name: 'Ada Lee', ...values })
    const registration = await make.aRegistration(child, month, { selected_days: days })
    return { parent, child, registration }
  }

  const sendMark = (
    submission: { id: string },
    { change, ...values }: MarkValues,
    headers?: Record<string, string>,
  ) =>
    staff.post(
      '/api/admin/board/marks',
      { submission_id: submission.id, day: DAY, at: at('16:00'), version: 0, ...values, change },
      headers,
    )
  const board = async (date?: string) =>
    (await staff.get(`/api/admin/board${date === undefined ? '' : `?date=${date}`}`)).body
  const marks = () => storedRows(app.services.db, 'attendance_marks')

  return { app, make, admin, staff, month, aBookedChild, sendMark, board, marks }
}
