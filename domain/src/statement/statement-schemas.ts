import { z } from 'zod'
import { LIMITS } from '../lib/field-lengths'
import { optionalName, optionalSingleLine, optionalText } from '../lib/fields'
import { TAX_EXEMPT } from './statement-details'

/** However it is typed, the tax form wants the word as it stands there. */
const MEANS_EXEMPT = /^tax[\s-]*exempt$/i

export const statementDetailsSchema = z.object({
  legal_name: optionalName(),
  address: optionalText(LIMITS.address),
  tax_number: optionalSingleLine(LIMITS.taxNumber).transform((text) =>
    text !== null && MEANS_EXEMPT.test(text) ? TAX_EXEMPT : text,
  ),
})
