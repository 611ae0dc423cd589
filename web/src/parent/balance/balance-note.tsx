import { toCents } from '@aftercare/domain/lib/money'
import { balanceTexts } from '@aftercare/domain/payments/family-balance'
import { en } from '@aftercare/domain/payments/texts/en'
import { useTexts } from '../../language/language'
import { useBalance } from './balance.api'

/** "You owe $365.00", where staff let families see it. */
export function BalanceNote() {
  const t = useTexts(en)
  const { data: balance } = useBalance()
  if (!balance) return null
  const [due, ...notes] = balanceTexts(
    { balanceCents: toCents(balance.balance_due), generalCents: toCents(balance.general_payments) },
    t,
  )
  return (
    <div
      role="status"
      className="my-4 flex flex-wrap items-baseline gap-x-4 gap-y-1 rounded-panel border border-line bg-surface px-4 py-3 tabular-nums"
    >
      <span className="font-display text-lg font-bold">{due}</span>
      {notes.map((note) => (
        <span key={note} className="text-muted">
          {note}
        </span>
      ))}
    </div>
  )
}
