import { beforeAll, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from './sql'

/** If a parent has cleared the name, the email is shown everywhere. */

let staff: TestClient
const app = await testApp()
beforeAll(async () => {
  const make = buildersFor(app.services.db)
  staff = await app.as(await make.anAdmin())
  const parent = await make.aParent({ full_name: '', email: 'nameless@x.com' })
  const child = await make.aChild(parent)
  const month = await make.aMonth({ month_name: 'November' })
  const registration = await make.aRegistration(child, month, { selected_days: [16] })
  await make.aDropIn('2026-11-16', {
    parent_id: parent.id,
    child_id: (await make.aChild(parent)).id,
    guest_parent_name: 'A name of before',
  })
  await execute(
    app.services.db,
    sql`insert into attendance_marks (submission_id, day, arrived_at, left_at, late_minutes)
      values (${registration.id}, '2026-11-16', now() - interval '1 hour', now(), 5)`,
  )
})

it.each([
  ['submissions', '/api/admin/submissions', 2],
  ['submissions by parent', '/api/admin/submissions?sort=parent', 2],
  ['drop-ins', '/api/admin/drop-ins', 1],
  ['late pick-ups', '/api/admin/board/late', 1],
  ['the board', '/api/admin/board?date=2026-11-16', 2],
])('shows the email instead of an empty name in %s', async (_, path, count) => {
  const { status, body } = await staff.get(path)
  expect(status, JSON.stringify(body)).toBe(200)
  const names = (body.rows ?? body.cards).map((row: { parent_name: string }) => row.parent_name)
  expect(names).toEqual(Array(count).fill('nameless@x.com'))
})

it('shows it in the day report and its file', async () => {
  const { body } = await staff.get('/api/admin/attendance?date=2026-11-16')
  expect(body.rows.map((row: { parent: string }) => row.parent)).toEqual(['nameless@x.com', 'nameless@x.com'])
  const file = await staff.get<string>('/api/admin/attendance/export?date=2026-11-16')
  expect(file.body.match(/,nameless@x\.com,/g)).toHaveLength(2)
})

it('shows it in the CSV of submissions', async () => {
  const { body } = await staff.get<string>('/api/admin/submissions/export')
  expect(body.match(/nameless@x\.com,nameless@x\.com,/g)).toHaveLength(2)
})
