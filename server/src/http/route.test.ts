import { expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { testApp } from '../../testing/test-app'

const app = await testApp()
const make = buildersFor(app.services.db)
const staff = await app.as(await make.anAdmin())
const month = await make.aMonth()

it.each([
  [
    'put',
    '/api/admin/drop-in-approval',
    { required: 'yes', version: 0 },
    { required: 'Please send true or false' },
  ],
  [
    'patch',
    `/api/admin/months/${month.id}`,
    { day_types: [], closed_days: 'none', fees: 'half', version: 1 },
    {
      day_types: 'Please send an object',
      closed_days: 'Please send a list',
      fees: 'Please send one of credit, keep',
    },
  ],
  ['put', '/api/admin/drop-in-approval', 'yes', { request: 'Please send an object' }],
] as const)('says in a sentence what a field has to be: %s %s %j', async (method, path, body, fields) => {
  const response = await staff[method](path, body)
  expect([response.status, response.body.error]).toEqual([
    422,
    { code: 'invalid', message: 'Please check the highlighted fields.', fields },
  ])
})
