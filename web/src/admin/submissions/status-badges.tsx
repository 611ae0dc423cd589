import { type Status, StatusBadge } from '../../ui/data/badge'

type StatusBadgesProps = { status: Status; isCancelled: boolean; totalFee: number }

/** Of a cancelled registration without a fee nothing is paid, although nothing is due: "Paid" would mislead. */
export function StatusBadges({ status, isCancelled, totalFee }: StatusBadgesProps) {
  return (
    <>
      {!(isCancelled && totalFee === 0) && <StatusBadge status={status} />}
      {isCancelled && <StatusBadge status="Cancelled" />}
    </>
  )
}
