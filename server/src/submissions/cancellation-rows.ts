import {
  CANCELLED_FEES,
  type Cancellation,
  feeBeforeCancelling,
} from '@aftercare/domain/submissions/cancellations'
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
  /** What it would come back with. */
  day_prices: dayPrices,
  total_fee: z.number(),
  credits: z.record(z.string(), z.number()).optional(),
  fee_before: z.number(),
})

export const cancellationRow = familyCancellation.extend({ cancelled_by: z.string(), reason: z.string() })

export const serializeCancellation = (cancellation: Cancellation): z.infer<typeof familyCancellation> => ({
  cancelled_at: cancellation.cancelled_at,
  fee: cancellation.fee,
  selected_days: cancellation.selected_days,
  day_prices: cancellation.day_prices,
  total_fee: cancellation.total_fee,
  credits: cancellation.credits,
  fee_before: feeBeforeCancelling(cancellation),
})

export const serializeCancellationForStaff = (
  cancellation: Cancellation,
): z.infer<typeof cancellationRow> => ({
  ...serializeCancellation(cancellation),
  cancelled_by: cancellation.cancelled_by,
  reason: cancellation.reason,
})
