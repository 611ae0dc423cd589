import { addDays, type Day, getDayParts } from '@aftercare/domain/lib/days'
import { sumCents } from '@aftercare/domain/lib/money'
import type { PaymentImportRow } from '../src/db/tables'
import type { DemoPayment } from './demo-payments'
import type { Rng } from './rng'

type DemoImport = Omit<PaymentImportRow, 'undone_by' | 'undone_at'>

/** Last month's payments came in one file of the biller, imported on the first days of this month. */
export function importLastMonth(
  rng: Rng,
  payments: readonly DemoPayment[],
  today: Day,
  admin: { id: string },
): { payments: DemoPayment[]; imports: DemoImport[] } {
  const { dayOfMonth } = getDayParts(today)
  const lastDay = addDays(today, -dayOfMonth)
  const reversed = new Set(payments.map(({ reverses_payment_id }) => reverses_payment_id))
  const isImported = ({ id, payment_date, reverses_payment_id }: DemoPayment) =>
    payment_date?.startsWith(lastDay.slice(0, 7)) && !reverses_payment_id && !reversed.has(id)
  const imported = payments.filter(isImported)
  if (imported.length === 0) return { payments: [...payments], imports: [] }
  const id = rng.uuid()
  const at = `${addDays(lastDay, Math.min(2, dayOfMonth - 1) || 0)}T22:05:00Z`
  const fields = {
    import_id: id,
    payment_method: 'brightwheel',
    recorded_by: admin.id,
    created_at: at,
  } as const
  return {
    payments: payments.map((payment) =>
      isImported(payment)
        ? { ...payment, ...fields, notes: `Reference: BW-${10_000 + imported.indexOf(payment)}` }
        : payment,
    ),
    imports: [
      {
        id,
        file_name: `brightwheel-${lastDay.slice(0, 7)}.csv`,
        payments: imported.length,
        amount_cents: sumCents(imported.map(({ amount_cents = 0 }) => amount_cents)),
        imported_by: admin.id,
        imported_at: at,
      },
    ],
  }
}
