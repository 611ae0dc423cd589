import { dailyReportAttendee } from '@aftercare/domain/attendance/attendance'
import { expect, it } from 'vitest'
import { DAY, startBoard } from '../../testing/board'
import { listDetailedAttendance } from './attendance.queries'

const { app, make, staff, month, aBookedChild, board } = await startBoard()

const childAndAllergies = ({ child, allergies }: Record<string, string>) => [child, allergies]

it('what a guest typed stands beside the allergies of the child that it was claimed for, everywhere', async () => {
  const { child, parent, registration } = await aBookedChild({ allergies: 'Dairy' })
  const sent = {
    guest_parent_email: parent.email,
    guest_child_name: 'Ada Lee',
    guest_child_allergies: 'Peanuts',
  }
  const dropIn = await make.aDropIn(DAY, sent)
  const claimed = await (await app.as(parent)).post(`/api/guest-claims/${dropIn.id}`, { child_id: child.id })
  expect(claimed.status).toBe(200)

  const both = 'Dairy; Peanuts'
  expect((await board()).cards).toMatchObject([{ child_name: 'Ada Lee', allergies: both }])
  const report = (await staff.get(`/api/admin/attendance?date=${DAY}`)).body
  // The registration of the same child too: whoever reads only its row must not miss the peanuts.
  expect(report.rows.map(childAndAllergies)).toEqual([
    ['Ada Lee', both],
    ['Ada Lee', both],
  ])
  const csv = await (await staff.raw(`/api/admin/attendance/export?date=${DAY}`)).text()
  expect(csv.split(both)).toHaveLength(3)
  const { sources } = await listDetailedAttendance(app.services.db, DAY)
  expect(sources.map((source) => dailyReportAttendee(source).allergies)).toEqual([both, both])
  expect((await staff.get('/api/admin/drop-ins')).body.rows).toMatchObject([{ allergies: both }])
  expect(await (await staff.raw('/api/admin/submissions/export')).text()).toContain(both)
  const listed = (await staff.get('/api/admin/submissions?sort=allergies&direction=asc')).body.rows
  expect(listed.map(({ allergies }: { allergies: string }) => allergies)).toEqual(['Dairy', both])
  const ofDay = (await staff.get(`/api/admin/months/${month.id}/registrations/16`)).body.rows
  expect(ofDay).toMatchObject([{ submission_id: registration.id, allergies: both }])
})

it('"none" on file hides no allergy, neither in a list nor in its order', async () => {
  const { child } = await aBookedChild({ name: 'Zed Roe', allergies: 'none' })
  await make.aDropIn('2026-11-17', {
    parent_id: child.parent_id,
    child_id: child.id,
    guest_child_allergies: 'Bee stings',
  })
  const listed = (await staff.get('/api/admin/submissions?sort=allergies&direction=asc')).body.rows
  expect(listed.map(({ allergies }: { allergies: string }) => allergies)).toEqual(['Bee stings', 'None'])
})
