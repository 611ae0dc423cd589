import { describe, expect, it } from 'vitest'
import { testApp } from '../../testing/test-app'
import { execute, maybeOne, sql } from '../db/sql'

const app = await testApp()

describe('the audit log', () => {
  it('can only have its text redacted', async () => {
    const { db } = app.services
    await execute(
      db,
      sql`insert into audit_log (at, actor_role, action, table_name, row_id, detail)
        values (now(), 'system', 'a', 'x', 'erasing', '{"name": "Zeb", "days": [1, 2], "status": "active"}')`,
    )
    const change = (assignment: ReturnType<typeof sql>) =>
      execute(db, sql`update audit_log set ${assignment} where row_id = 'erasing'`)
    await expect(change(sql`detail = '{}'`)).rejects.toThrow('append-only')
    await expect(change(sql`detail = detail || '{"name": "Eve"}'`)).rejects.toThrow('append-only')
    await expect(change(sql`detail = redact_text(detail), action = 'b'`)).rejects.toThrow('append-only')
    await expect(change(sql`detail = redact_text(detail), actor_role = 'admin'`)).rejects.toThrow(
      'append-only',
    )
    await change(sql`detail = redact_text(detail)`)
    expect(await maybeOne(db, sql`select detail from audit_log where row_id = 'erasing'`)).toEqual({
      detail: { name: '[erased]', days: [1, 2], status: 'active' },
    })
  })
})
