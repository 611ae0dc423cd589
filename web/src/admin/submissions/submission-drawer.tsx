import { Skeleton } from '../../ui/feedback/skeleton'
import { TableError } from '../../ui/feedback/states'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { Drawer } from '../../ui/overlays/drawer'
import { SubmissionForm } from './submission-form'
import { useAdminSubmission } from './submissions.api'
import './beside-panel.css'

const FAILED = 'Failed to load submission details.'

/** The submission in the URL, beside the list, which stays usable. */
export function SubmissionDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: submission, isError, refetch } = useAdminSubmission(id)
  const hasFailed = isError && !submission
  useErrorToast(hasFailed, FAILED)
  if (submission) return <SubmissionForm submission={submission} onClose={onClose} />
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      title={hasFailed ? 'Submission' : 'Loading submission'}
      modal={false}
      width="detail"
    >
      {hasFailed ? (
        <TableError message={FAILED} onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-4">
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-72 w-full" />
        </div>
      )}
    </Drawer>
  )
}
