import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { StatusBadge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Skeleton } from '../../ui/skeleton'
import { ErrorState } from '../../ui/states'
import { useToday } from '../program/program'
import { useSubmissionAddress } from './submission-address'
import { SubmissionDetail } from './submission-detail'
import { SubmissionEditor } from './submission-editor'
import { childNameOf, isEditable, titleOf } from './submission-facts'
import { type Submission, useSubmission } from './submissions.api'
import { useSubmissionEdit } from './use-submission-edit'

/** Stands once on every page that lists submissions; opens for the submission that the address names. */
export function SubmissionDialog() {
  const { id, close } = useSubmissionAddress()
  // The contents stay while the closed dialog leaves the screen.
  const [shownId, setShownId] = useState(id)
  if (id !== null && id !== shownId) setShownId(id)
  const { data: submission, isError, refetch } = useSubmission(shownId)
  const isOpen = id !== null

  if (submission) {
    return <OpenSubmission key={submission.id} submission={submission} isOpen={isOpen} onClose={close} />
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && close()}
      title={isError ? 'Submission' : 'Loading'}
      width="wide"
    >
      {isError ? (
        <ErrorState message="This submission could not be loaded." onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </Dialog>
  )
}

type OpenSubmissionProps = { submission: Submission; isOpen: boolean; onClose: () => void }

function OpenSubmission({ submission, isOpen, onClose }: OpenSubmissionProps) {
  const today = useToday()
  const edit = useSubmissionEdit(submission)
  const close = () => {
    edit.cancel()
    onClose()
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && close()}
      title={titleOf(submission)}
      titleAside={submission.is_edited && <StatusBadge status="Edited" />}
      description={edit.state ? childNameOf(submission) : undefined}
      width={submission.months ? 'wide' : 'narrow'}
      keepOpen={edit.state !== null}
      footer={
        edit.state ? (
          <>
            <Button kind="quiet" onClick={edit.cancel}>
              Cancel
            </Button>
            <Button disabled={!edit.maySave} busy={edit.isSaving} onClick={edit.save}>
              Save Changes
            </Button>
          </>
        ) : (
          <>
            <Button kind="quiet" onClick={close}>
              Close
            </Button>
            {isEditable(submission, today) && (
              <Button icon={<Pencil aria-hidden="true" />} onClick={edit.start}>
                Edit Days
              </Button>
            )}
          </>
        )
      }
    >
      {edit.state ? (
        <SubmissionEditor submission={submission} state={edit.state} onChange={edit.change} />
      ) : (
        <SubmissionDetail submission={submission} />
      )}
    </Dialog>
  )
}
