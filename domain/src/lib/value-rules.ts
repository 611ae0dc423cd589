import { isDay } from './days'
import { type FieldError, fieldError, type Rule } from './field-rules'
import { parseAmount } from './money'

/** Separate from the text rules: most forms have neither days nor amounts. */

export const dayRule =
  (required: FieldError): Rule =>
  (typed) => {
    if (typed === '') return required
    return isDay(typed) ? undefined : fieldError('date-invalid', 'Please choose a valid date')
  }

export const amountRule =
  (required: FieldError): Rule =>
  (typed) => {
    if (typed.trim() === '') return required
    if (parseAmount(typed) !== null) return undefined
    return 'Please enter an amount from 0 to 99,999,999.99 with at most two decimals'
  }
