import { SUBMISSION_STATUSES } from '@aftercare/domain/lib/enums'
import { z } from '@hono/zod-openapi'
import type { SubmissionRow } from '../db/tables'
import { centsToDollars } from '../http/cents-to-dollars'
import { dayPrices } from '../submissions/day-prices'

/** A guest submission as its sender may see it. */
export const claimableRow = z.object({
  id: z.string(),
  month_name: z.string().nullable(),
  year: z.number().int().nullable(),
  dropin_date: z.string().nullable(),
  status: z.enum(SUBMISSION_STATUSES),
  selected_days: z.array(z.number().int()),
  /** Of its month. */
  cancelled_days: z.array(z.number().int()),
  total_fee: z.number(),
  day_prices: dayPrices,
  submitted_at: z.string(),
  guest_child_name: z.string(),
  guest_child_allergies: z.string().nullable(),
})

/** As it is read, without staff's notes. */
export type Claimable = Omit<z.infer<typeof claimableRow>, 'total_fee' | 'guest_child_name'> &
  Pick<SubmissionRow, 'total_fee_cents' | 'guest_child_name'> & { guest_key: string }

export const serializeClaimable = ({
  total_fee_cents,
  guest_child_name,
  guest_key: _,
  ...row
}: Claimable) => ({
  ...row,
  guest_child_name: guest_child_name ?? '',
  total_fee: centsToDollars(total_fee_cents),
})
