import { MAX_LENGTH } from '../lib/field-lengths'
import { multiLineRule, nameRule, singleLineRule } from '../lib/field-rules'
import { en } from './texts/en'

/** The care provider, for tax forms; what staff have not filled in is null. */
export type StatementDetails = {
  legal_name: string | null
  address: string | null
  tax_number: string | null
}

export const STATEMENT_RULES = {
  legal_name: nameRule(),
  address: multiLineRule(MAX_LENGTH.address),
  tax_number: singleLineRule(MAX_LENGTH.taxNumber),
}

/** In place of the tax number of a tax-exempt programme. */
export const TAX_EXEMPT = 'Tax-Exempt'

export const NO_STATEMENT_DETAILS: StatementDetails = { legal_name: null, address: null, tax_number: null }

/** The lines below the programme's name, without missing ones. */
export function statementDetailLines(
  { legal_name, address, tax_number }: StatementDetails,
  t: typeof en = en,
): string[] {
  return [
    ...(legal_name === null ? [] : [legal_name]),
    ...(address === null ? [] : address.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')),
    ...(tax_number === null ? [] : [t.taxId(tax_number)]),
  ]
}
