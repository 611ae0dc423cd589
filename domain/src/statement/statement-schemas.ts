import { z } from 'zod'
import { optionalTextField } from '../lib/fields'
import { STATEMENT_RULES, TAX_EXEMPT } from './statement-details'

/** However it is typed, the tax form needs its exact spelling. */
const MEANS_EXEMPT = /^tax[\s-]*exempt$/i

export const statementDetailsSchema = z.object({
  legal_name: optionalTextField(STATEMENT_RULES.legal_name),
  address: optionalTextField(STATEMENT_RULES.address),
  tax_number: optionalTextField(STATEMENT_RULES.tax_number).transform((text) =>
    text !== null && MEANS_EXEMPT.test(text) ? TAX_EXEMPT : text,
  ),
})
