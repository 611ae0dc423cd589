import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import { CircleSlash } from 'lucide-react'
import { GivenUpDays } from '../../features/submissions/given-up-days'
import { programFacts } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import { Callout } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'
import { errorReason } from '../error-reason'
import { type AdminSubmission, useUndoCancel } from './submissions.api'

/** For the panel of a cancelled registration: the record, and a button to undo it. */
export function CancellationNote({ submission }: { submission: AdminSubmission }) {
  const { id, version, cancellation } = submission
  const toast = useToast(`undo cancellation of ${id}`)
  const undo = useUndoCancel({
    onSuccess: () => toast.success('Cancellation undone', 'The family gets an email.'),
    onError: (error) => toast.error('Cancellation not undone', errorReason(error)),
  })
  if (!cancellation) return null
  return (
    <Callout tone="danger" icon={<CircleSlash />}>
      <p>
        <b>
          Cancelled on {formatDateTime(cancellation.cancelled_at, programFacts().timeZone)} by{' '}
          <bdi>{cancellation.cancelled_by}</bdi>
        </b>
        <GivenUpDays cancellation={cancellation} submission={submission} />
        {cancellation.reason && (
          <span className="mt-1 block wrap-anywhere whitespace-pre-line">Reason: {cancellation.reason}</span>
        )}
      </p>
      <Button
        variant="quiet"
        className="mt-2"
        loading={undo.isPending}
        onClick={() => {
          toast.clear()
          undo.mutate({ id, version })
        }}
      >
        Undo Cancellation
      </Button>
    </Callout>
  )
}
