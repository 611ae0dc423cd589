import { pluralize } from '../lib/pluralize'

/** "28 payments, 1 reversal": a reversal is no payment, and is named only where there is one. */
export function paymentCount(payments: number, reversals: number): string {
  const parts = [
    (payments > 0 || reversals === 0) && pluralize(payments, 'payment'),
    reversals > 0 && pluralize(reversals, 'reversal'),
  ]
  return parts.filter(Boolean).join(', ')
}
