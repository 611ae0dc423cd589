import { expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { testApp } from '../../testing/test-app'

const app = await testApp()
const make = buildersFor(app.services.db)

type Earlier = { child_id: string; selected_days: number[]; months: { month_name: string } }

it('each child’s latest registration before a month is visible only to its own family', async () => {
  const parent = await make.aParent()
  const [amara, kofi] = [await make.aChild(parent), await make.aChild(parent)]
  const made = ['January', 'November', 'October', 'December', 'September'].map((month_name) =>
    make.aMonth({ month_name, year: month_name === 'January' ? 2027 : 2026 }),
  )
  const [january, november, october, december, september] = await Promise.all(made)
  if (!january || !november || !october || !december || !september) throw new Error('No months')
  await make.aRegistration(amara, september, { selected_days: [1] })
  await make.aRegistration(amara, november, { selected_days: [2, 9] })
  await make.aRegistration(amara, january, { selected_days: [4] })
  await make.aRegistration(kofi, october, { selected_days: [5] })
  await make.aDropIn('2026-11-30', { parent_id: parent.id, child_id: kofi.id })
  await make.aRegistration(await make.aChild(await make.aParent()), november, { selected_days: [3] })

  const client = await app.as(parent)
  const earlier = async (id: string) =>
    ((await client.get(`/api/submissions/earlier?month_id=${id}`)).body.rows as Earlier[])
      .map(({ child_id, selected_days, months }) => [child_id, months.month_name, selected_days])
      .sort()
  expect(await earlier(december.id)).toEqual(
    [
      [amara.id, 'November', [2, 9]],
      [kofi.id, 'October', [5]],
    ].sort(),
  )
  expect(await earlier(october.id)).toEqual([[amara.id, 'September', [1]]])
  expect(await earlier(september.id)).toEqual([])
  expect((await client.get('/api/submissions/earlier?month_id=none')).status).toBe(422)
  expect((await app.visitor.get(`/api/submissions/earlier?month_id=${december.id}`)).status).toBe(401)
})
