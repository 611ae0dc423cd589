import { z } from '@hono/zod-openapi'
import { shownName } from '../db/display-name'
import { type Sql, sql } from '../db/sql'

/** The first adult of the family that somebody joined. */
export const familyOfSchema = z.object({ id: z.string(), name: z.string() })

/** Null for a first adult. A subquery. */
export const familyOfSql = (id: Sql): Sql => sql`(
  select json_build_object('id', first.id, 'name', ${shownName('first')})
  from family_members m join profiles first on first.id = m.parent_id where m.member_id = ${id})`
