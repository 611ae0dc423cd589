import { CANCELLED_LABEL } from '@aftercare/domain/months/months'
import { type Status, StatusBadge } from '../../ui/data/badge'

type StatusBadgesProps = { status: Status; label: string; isCancelled: boolean; totalFee: number }

/** Of a cancelled registration without a fee nothing is paid, although nothing is due: "Paid" would mislead. */
export function StatusBadges({ status, label, isCancelled, totalFee }: StatusBadgesProps) {
  return (
    <>
      {!(isCancelled && totalFee === 0) && <StatusBadge status={status}>{label}</StatusBadge>}
      {isCancelled && <StatusBadge status="cancelled">{CANCELLED_LABEL}</StatusBadge>}
    </>
  )
}
