import { useEffect, useState, useSyncExternalStore } from 'react'
import { useAuth } from '../../lib/auth-provider'
import { blockNavigation } from '../../lib/navigation-blocker'
import { offlineBoards, offlineBoardsJson, subscribeOfflineBoards } from '../../lib/offline-board'
import { useToday } from '../../lib/program'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { openOutbox } from './board-outbox'
import { storageOf } from './board-storage'
import { forget, forgetData } from './forget-board'

/**
 * Keeps the promises about what lies in this browser: a board is shown to its own person on its own day only, marks
 * are sent by the person who made them, and somebody who is staff no more leaves nothing behind.
 */
export function OfflineBoardSync() {
  const { user, roles, loading } = useAuth()
  const today = useToday()
  const text = useSyncExternalStore(subscribeOfflineBoards, offlineBoardsJson)
  const isStaff = roles.includes('admin')
  const accountId = user?.id
  useEffect(() => {
    if (loading || text === null) return
    for (const [id, { day, waiting, unread }] of Object.entries(offlineBoards())) {
      const isOther = id !== accountId
      if (!isOther && !isStaff) void forget(id)
      else if (isOther && waiting + unread === 0) void forgetData(id)
      else if (day !== null && (isOther || day !== today))
        void storageOf(id).then((storage) => storage.saveBoard(null))
    }
  }, [text, accountId, isStaff, loading, today])
  const waiting = accountId && isStaff ? (offlineBoards()[accountId]?.waiting ?? 0) : 0
  return accountId && isStaff ? <Sender key={accountId} accountId={accountId} count={waiting} /> : null
}

/** Sends what waits, and asks before signing out takes it away. */
function Sender({ accountId, count }: { accountId: string; count: number }) {
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const isWaiting = count > 0
  useEffect(() => (isWaiting ? openOutbox(accountId) : undefined), [accountId, isWaiting])
  useEffect(() => (isWaiting ? blockNavigation((go) => setLeave(() => go)) : undefined), [isWaiting])
  useEffect(() => {
    // All was sent while the question stood: there is nothing left to ask, and the person wanted to go.
    if (isWaiting || !leave) return
    setLeave(null)
    leave()
  }, [isWaiting, leave])
  const [marks, them] = count === 1 ? ['1 mark', 'it'] : [`${count} marks`, 'them']
  return (
    <ConfirmDialog
      open={leave !== null && isWaiting}
      onOpenChange={(open) => {
        if (!open) setLeave(null)
      }}
      title={`Sign out with ${marks} unsent?`}
      description={`${marks} on the attendance board couldn't be sent yet. Signing out deletes ${them} from this device, and there is no other copy.`}
      confirmLabel={`Sign out and lose ${them}`}
      cancelLabel="Stay signed in"
      onConfirm={() => {
        setLeave(null)
        leave?.()
      }}
    />
  )
}
