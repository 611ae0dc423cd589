import type { Rule } from '../lib/field-rules'
import { amountRule } from '../lib/value-rules'

/** The fee for a whole month of such days must still fit its column. */
const MAX_DAY_PRICE = 1_000_000

const priceRule =
  (required: string): Rule =>
  (typed) => {
    const error = amountRule(required)(typed)
    if (error !== undefined || Number(typed) <= MAX_DAY_PRICE) return error
    return `Please enter at most ${MAX_DAY_PRICE.toLocaleString('en-US')} for a day`
  }

export const PRICING_RULES = {
  regular_price: priceRule('Regular price is required'),
  special_price: priceRule('Special price is required'),
  family_drop_in_price: priceRule('Drop-in price for families is required'),
  staff_drop_in_price: priceRule('Drop-in price for staff is required'),
}
