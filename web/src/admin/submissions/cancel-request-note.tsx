import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import { ASKED_TO_CANCEL, DECLINE_RULES } from '@aftercare/domain/submissions/cancel-requests'
import { MessageCircleQuestion } from 'lucide-react'
import { Form } from '../../lib/form'
import { programFacts } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import { useDraft } from '../../lib/use-draft'
import { useFieldErrors } from '../../lib/use-field-errors'
import { useInlineForm } from '../../lib/use-inline-form'
import { Callout } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'
import { Field, TextArea } from '../../ui/inputs/field'
import { errorReason } from '../error-reason'
import { type AdminSubmission, useDeclineCancelRequest } from './submissions.api'

/** For the panel: what the family asks, with the two answers. */
export function CancelRequestNote({
  submission,
  isSamePage,
  onCancel,
}: {
  submission: AdminSubmission
  isSamePage: (url: URL) => boolean
  onCancel: () => void
}) {
  const { id, cancel_request } = submission
  const draft = useDraft(`decline ${id}`, { empty: { answer: '' } })
  const { answer } = draft.values
  const form = useInlineForm(answer !== '')
  const { errors, ...fields } = useFieldErrors()
  const toast = useToast(`decline ${id}`)
  const decline = useDeclineCancelRequest({
    onSuccess: () => {
      draft.clear()
      form.close()
      toast.success('Request declined', 'The family gets an email.')
    },
    onError: (error) => {
      toast.error('Request not declined', errorReason(error))
      fields.showError(error)
    },
  })
  if (!cancel_request || cancel_request.answered_at !== null) return null
  const { asked_at, text } = cancel_request
  const submit = () => {
    if (fields.check({ answer }, DECLINE_RULES)) decline.mutate({ id, answer, asked_at })
  }
  return (
    <Callout tone="warning" icon={<MessageCircleQuestion />}>
      <p>
        <b>
          {ASKED_TO_CANCEL} on {formatDateTime(asked_at, programFacts().timeZone)}
        </b>
        <span className="block wrap-anywhere whitespace-pre-line">{text}</span>
      </p>
      {form.isOpen ? (
        <Form
          draft={draft}
          isSending={decline.isPending}
          isSamePage={isSamePage}
          unsavedText="Your answer hasn't been sent and will be lost."
          onSubmit={submit}
          className="mt-2 grid scroll-mb-3 gap-2"
          aria-label="Decline the request"
        >
          <Field label="Answer to the family" required error={errors.answer}>
            <TextArea
              ref={form.field}
              rows={2}
              maxLength={MAX_LENGTH.cancelRequest}
              value={answer}
              onValueChange={(next) => {
                draft.change({ answer: next })
                fields.clear()
              }}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="quiet"
              disabled={decline.isPending}
              onClick={() => {
                draft.clear()
                fields.clear()
                form.close()
              }}
            >
              Back
            </Button>
            <Button type="submit" loading={decline.isPending}>
              Decline Request
            </Button>
          </div>
        </Form>
      ) : (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button ref={form.opener} variant="quiet" onClick={form.open}>
            Decline
          </Button>
          <Button variant="danger-quiet" onClick={onCancel}>
            Cancel Registration
          </Button>
        </div>
      )}
    </Callout>
  )
}
