import { beforeAll, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { testApp } from '../../testing/test-app'

let ids: Record<'past' | 'current' | 'later' | 'draft' | 'summer', string>
const app = await testApp()
beforeAll(async () => {
  const { aMonth } = buildersFor(app.services.db)
  ids = {
    past: (await aMonth({ month_name: 'October', year: 2026 })).id,
    later: (await aMonth({ month_name: 'April', year: 2027 })).id,
    current: (await aMonth({ month_name: 'November', year: 2026, regular_price_cents: 2250 })).id,
    draft: (await aMonth({ month_name: 'December', year: 2026, is_active: false })).id,
    summer: (await aMonth({ month_name: 'Summer', year: 2026 })).id,
  }
})

describe('the months on offer', () => {
  it('are the published ones from the current month on, in calendar order, an unknown name last in its year', async () => {
    const { body } = await app.visitor.get('/api/months')
    expect(body.rows.map((row: { id: string }) => row.id)).toEqual([ids.current, ids.summer, ids.later])
    expect(body.rows[0]).toMatchObject({ month_name: 'November', regular_price: 22.5, special_price: 30 })
  })

  it('can be fetched by id, and no other month can', async () => {
    expect((await app.visitor.get(`/api/months/${ids.current}`)).body.month_name).toBe('November')
    for (const id of [ids.past, ids.draft, 'unknown', '00000000-0000-4000-8000-000000000000']) {
      const { status, body } = await app.visitor.get(`/api/months/${id}`)
      expect(status).toBe(404)
      expect(body.error.code).toBe('not-found')
    }
  })

  it('change at midnight in the programme’s time zone', async () => {
    app.setNow('2026-11-30T23:59:00-05:00')
    expect((await app.visitor.get(`/api/months/${ids.current}`)).status).toBe(200)
    app.setNow('2026-12-01T00:01:00-05:00')
    expect((await app.visitor.get(`/api/months/${ids.current}`)).status).toBe(404)
    app.setNow('2026-11-16T09:00:00-05:00')
  })
})
