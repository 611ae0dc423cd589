import { expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { ok } from '../../testing/ok'
import { recordStatements } from '../../testing/record-statements'
import { testApp } from '../../testing/test-app'
import { seedSiteContent } from '../site-content/seed-site-content'

/** How many statements the database gets for one registration, session and limits included. */
const app = await testApp()
const make = buildersFor(app.services.db)
await seedSiteContent(app.services)

it('takes at most thirteen statements for two children in a month with seats', async () => {
  const parent = await make.aParent()
  const children = [await make.aChild(parent), await make.aChild(parent)]
  const month = await make.aMonth({ seats: 20 })
  const agreement = await ok(app.visitor.get('/api/site-content/registration_agreement'))
  const client = await app.as(parent)
  const register = () => {
    return client.raw('/api/submissions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
      body: JSON.stringify({
        child_ids: children.map(({ id }) => id),
        month_id: month.id,
        selected_days: [1, 3],
        agreed: true,
        agreement: { language: 'en', items: agreement.content.items },
      }),
    })
  }
  const recorded = recordStatements(app)
  expect((await register()).status).toBe(200)
  const statements = recorded.stop()
  expect(statements.map((text) => text.trim().split(/\s+/).slice(0, 3).join(' '))).toHaveLength(13)
  expect(statements.join()).not.toContain('insert into agreement_texts')
  // The repeat finds the response.
  expect((await register()).status).toBe(200)
})
