import { CANCELLED_FEES, type Cancellation } from '@aftercare/domain/submissions/cancellations'
import { z } from '@hono/zod-openapi'
import { dayPrices } from './day-prices'

export const cancelRequestRow = z.object({
  text: z.string(),
  asked_at: z.string(),
  answer: z.string().nullable(),
  answered_at: z.string().nullable(),
})

/** Without the reason and who it was: those are staff's record. */
export const familyCancellation = z.object({
  cancelled_at: z.string(),
  fee: z.enum(CANCELLED_FEES),
  selected_days: z.array(z.number().int()),
  day_prices: dayPrices,
  total_fee: z.number(),
})

export const cancellationRow = familyCancellation.extend({ cancelled_by: z.string(), reason: z.string() })

export const serializeCancellation = ({
  cancelled_at,
  fee,
  selected_days,
  day_prices,
  total_fee,
}: Cancellation): z.infer<typeof familyCancellation> => ({
  cancelled_at,
  fee,
  selected_days,
  day_prices,
  total_fee,
})
