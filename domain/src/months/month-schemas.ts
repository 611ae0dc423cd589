import { z } from 'zod'
import { messageSchema } from '../family-messages/family-message-schemas'
import { MONTH_NAMES } from '../lib/days'
import { amountField, versionField } from '../lib/fields'
import { CREDIT_CHOICES, FEE_CHOICES } from '../pricing/credits'
import { PRICING_RULES } from '../pricing/pricing'
import { DAY_TYPES } from './months'
import { MAX_SEATS, SEATS_RANGE } from './seats'

const BOTH_REQUIRED = 'Please select both month and year'

export const monthCreateSchema = z.object({
  month_name: z.enum(MONTH_NAMES, { error: BOTH_REQUIRED }),
  year: z
    .number({ error: BOTH_REQUIRED })
    .int(BOTH_REQUIRED)
    .min(2000, BOTH_REQUIRED)
    .max(2200, BOTH_REQUIRED),
})

const dayNumberKey = z.string().regex(/^([1-9]|[12]\d|3[01])$/, 'Not a day of the month')

const seatsField = z
  .number({ error: SEATS_RANGE })
  .int(SEATS_RANGE)
  .min(1, SEATS_RANGE)
  .max(MAX_SEATS, SEATS_RANGE)

/** Save omits is_active and so keeps it; Save & Publish sends true, moving to draft sends false. */
export const monthSaveSchema = z
  .object({
    day_types: z.record(dayNumberKey, z.enum(DAY_TYPES)),
    closed_days: z.array(z.number().int().min(1).max(31)).max(31),
    /** Omitted: unchanged. Null: no limit. */
    seats: seatsField.nullable().optional(),
    day_seats: z.record(dayNumberKey, seatsField).optional(),
    is_active: z.boolean().optional(),
    /** For days with booked children that become unavailable or no school: with a choice they are cancelled. */
    fees: z.enum(FEE_CHOICES).optional(),
    /** Instead of `fees`: staff saw nobody booked on the days that lose their aftercare, so the save fails if somebody is. */
    nobody_booked: z.literal(true).optional(),
    /** To the families of the days that this save cancels; omitted: nobody is written to. */
    message: messageSchema.optional(),
    /** For cancelled days that get an open type. */
    credits: z.enum(CREDIT_CHOICES).default('leave'),
    /** Where a draft's prices differ from the current ones: which to use, and the current prices shown when choosing. */
    publish_prices: z
      .object({
        use: z.enum(['own', 'current']),
        seen: z.object({ regular_price: z.number(), special_price: z.number() }),
      })
      .optional(),
    version: versionField,
  })
  .refine(({ message, fees }) => !message || fees, {
    path: ['fees'],
    message: 'Please choose what happens to the fees',
  })

/** A cancelled day takes place after all. */
export const reinstateDaySchema = z.object({ credits: z.enum(CREDIT_CHOICES), version: versionField })

export const pricingSchema = z.object({
  regular_price: amountField(PRICING_RULES.regular_price),
  special_price: amountField(PRICING_RULES.special_price),
  // Omitted ones stay as they are.
  family_drop_in_price: amountField(PRICING_RULES.family_drop_in_price).optional(),
  staff_drop_in_price: amountField(PRICING_RULES.staff_drop_in_price).optional(),
})

/** The seats of new months. Null: no limit. */
export const defaultSeatsSchema = z.object({ seats: seatsField.nullable() })
