import { CANCELLED_LABEL } from '@aftercare/domain/months/months'
import { type Status, StatusBadge } from '../../ui/data/badge'

type StatusBadgesProps = { status: Status; label: string; isCancelled: boolean }

/** A cancelled registration whose fee was kept has the status of its fee, with "Cancelled" beside it. */
export function StatusBadges({ status, label, isCancelled }: StatusBadgesProps) {
  return (
    <>
      <StatusBadge status={status}>{label}</StatusBadge>
      {isCancelled && status !== 'cancelled' && (
        <StatusBadge status="cancelled">{CANCELLED_LABEL}</StatusBadge>
      )}
    </>
  )
}
