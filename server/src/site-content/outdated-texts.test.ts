import { expect, test } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { saveWithVersion } from '../../testing/save-with-version'
import { testApp } from '../../testing/test-app'

const app = await testApp()
const make = buildersFor(app.services.db)
const staff = await app.as(await make.anAdmin())
const read = async () => (await staff.get('/api/admin/outdated-texts')).body.rows

test('texts that name prices and pick-up times not in use are named with a link, those as shipped are not', async () => {
  expect(await read()).toEqual([])
  await saveWithVersion(staff, '/api/admin/pricing', { regular_price: '22.50', special_price: '33' })
  const prices = 'says $20 and $30; prices are $22.50 and $33.00'
  expect(await read()).toEqual([
    { text: `About ${prices}`, to: '/admin/settings' },
    { text: `About (Español) ${prices}`, to: '/admin/settings' },
  ])
  const { version: _, ...times } = (await staff.get('/api/admin/pickup-times')).body
  const days = ['monday', 'tuesday', 'wednesday', 'thursday'].map((day) => [day, '18:00'])
  await saveWithVersion(staff, '/api/admin/pickup-times', { ...times, ...Object.fromEntries(days) })
  const texts = (await read()).map(({ text }: { text: string }) => text)
  expect(texts).toContain('Registration agreement says 5:30 PM; pick-up is 6:00 PM')
  expect(texts).toContain('Drop-in agreement (Español) says 5:30 PM; pick-up is 6:00 PM')
})

test('only admins may read it', async () => {
  expect((await app.visitor.get('/api/admin/outdated-texts')).status).toBe(401)
  expect((await (await app.as(await make.aParent())).get('/api/admin/outdated-texts')).status).toBe(403)
})
