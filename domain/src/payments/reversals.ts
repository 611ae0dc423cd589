import { MAX_LENGTH } from '../lib/field-lengths'
import { multiLineRule } from '../lib/field-rules'
import { formatUsd, parseAmount } from '../lib/money'
import { amountRule } from '../lib/value-rules'

const ABOVE_ZERO = 'Please enter an amount above $0.00'

export const onlyLeftMessage = (leftCents: number): string =>
  `Only ${formatUsd(leftCents)} of this payment is left.`

const readable = amountRule('Amount is required')

export const REVERSAL_RULES = {
  amount: (typed: string) => readable(typed) ?? (parseAmount(typed) === 0 ? ABOVE_ZERO : undefined),
  reason: multiLineRule(MAX_LENGTH.notes, 'Reason is required'),
}

export const reversalRules = (leftCents: number) => ({
  ...REVERSAL_RULES,
  amount: (typed: string) =>
    REVERSAL_RULES.amount(typed) ??
    ((parseAmount(typed) ?? 0) > leftCents ? onlyLeftMessage(leftCents) : undefined),
})
