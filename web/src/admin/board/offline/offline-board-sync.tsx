import { staffRoleOf } from '@aftercare/domain/lib/enums'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useAuth } from '../../../lib/auth-provider'
import { blockNavigation } from '../../../lib/navigation-blocker'
import { useToday } from '../../../lib/program'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog'
import { openOutbox } from './board-outbox'
import { storageOf } from './board-storage'
import { forget, forgetData } from './forget-board'
import { offlineBoards, offlineBoardsJson, subscribeOfflineBoards } from './offline-board'

/**
 * Enforces the rules for stored boards: a board is shown only to its own account on its own day, marks are sent only by
 * the account that made them, and an account that is no longer staff leaves nothing behind.
 */
export function OfflineBoardSync() {
  const { user, roles, loading } = useAuth()
  const today = useToday()
  const json = useSyncExternalStore(subscribeOfflineBoards, offlineBoardsJson)
  const isStaff = staffRoleOf(roles) !== null
  const accountId = user?.id
  useEffect(() => {
    if (loading || json === null) return
    for (const [id, { day, waiting, unread }] of Object.entries(offlineBoards())) {
      const isOther = id !== accountId
      if (!isOther && !isStaff) void forget(id)
      else if (isOther && waiting + unread === 0) void forgetData(id)
      else if (day !== null && (isOther || day !== today))
        void storageOf(id).then((storage) => storage.saveBoard(null))
    }
  }, [json, accountId, isStaff, loading, today])
  const waiting = accountId && isStaff ? (offlineBoards()[accountId]?.waiting ?? 0) : 0
  return accountId && isStaff ? <Sender key={accountId} accountId={accountId} count={waiting} /> : null
}

/** Sends pending marks, and asks before a sign-out deletes them. */
function Sender({ accountId, count }: { accountId: string; count: number }) {
  const [pendingLeave, setPendingLeave] = useState<(() => void) | null>(null)
  const isWaiting = count > 0
  useEffect(() => (isWaiting ? openOutbox(accountId) : undefined), [accountId, isWaiting])
  useEffect(
    () => (isWaiting ? blockNavigation('unsent-marks', (go) => setPendingLeave(() => go)) : undefined),
    [isWaiting],
  )
  useEffect(() => {
    // All marks were sent while the dialog was open: go on without asking.
    if (isWaiting || !pendingLeave) return
    setPendingLeave(null)
    pendingLeave()
  }, [isWaiting, pendingLeave])
  const [marks, them] = count === 1 ? ['1 mark', 'it'] : [`${count} marks`, 'them']
  return (
    <ConfirmDialog
      open={pendingLeave !== null && isWaiting}
      onOpenChange={(open) => !open && setPendingLeave(null)}
      title={`Sign out with ${marks} unsent?`}
      description={`${marks} on the attendance board couldn't be sent yet. Signing out deletes ${them} from this device, and there is no other copy.`}
      confirmLabel={`Sign out and lose ${them}`}
      cancelLabel="Stay signed in"
      onConfirm={() => {
        setPendingLeave(null)
        pendingLeave?.()
      }}
    />
  )
}
