import { z } from '@hono/zod-openapi'
import type { Queryable } from '../db/client'
import { maybeOne, sql } from '../db/sql'

/** The onboarding steps of a programme that has not published a month yet. */
export const onboardingRow = z.object({
  is_named: z.boolean(),
  is_described: z.boolean(),
  is_priced: z.boolean(),
  month_id: z.string().nullable(),
})
type Onboarding = z.infer<typeof onboardingRow>

/**
 * Null for good once a month has been published, even if it is a draft again or deleted: the log has it. Text and prices
 * count as done once staff saved them, changed or not.
 */
export const findOnboarding = (db: Queryable): Promise<Onboarding | null> =>
  maybeOne<Onboarding>(
    db,
    sql`select
        exists (select from settings where key = 'program') as is_named,
        exists (select from site_content where section_name = 'about_aftercare'
          and (updated_by is not null or version > 1)) as is_described,
        exists (select from settings where key = 'default_prices') as is_priced,
        (select id from months order by created_at desc, id desc limit 1) as month_id
      where not exists (select from months where is_active)
        and not exists (select from audit_log
          where split_part(action, '.', 1) = 'months' and action = 'months.publish')`,
  )
