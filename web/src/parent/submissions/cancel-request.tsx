import { formatDateTime } from '@aftercare/domain/lib/dates-format'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import {
  ASKED_TO_CANCEL,
  CANCEL_REQUEST_RULES,
  type CancelRequest,
  isOpenRequest,
} from '@aftercare/domain/submissions/cancel-requests'
import { MessageCircleQuestion } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { getErrorMessage } from '../../lib/error-message'
import { programFacts } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import { useAppMutation } from '../../lib/use-app-mutation'
import { useFieldErrors } from '../../lib/use-field-errors'
import { useInlineForm } from '../../lib/use-inline-form'
import { useSessionDraft } from '../../lib/use-session-draft'
import { Callout } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'
import { Field, TextArea } from '../../ui/inputs/field'

type AskToCancelProps = {
  /** Of the draft and the toasts. */
  name: string
  request: CancelRequest | null
  /** Not for a month that is over. */
  mayAsk: boolean
  send: (text: string) => Promise<void>
}

/** The state of the family's request to cancel, and the form to ask. */
export function AskToCancel({ name, request, mayAsk, send }: AskToCancelProps) {
  const state = useRef<HTMLDivElement>(null)
  const isAsked = isOpenRequest(request)
  const isSentHere = useRef(false)
  useEffect(() => {
    // The form that had the focus is gone.
    if (isAsked && isSentHere.current) state.current?.focus()
    isSentHere.current = false
  }, [isAsked])
  const sendFromHere = (text: string) => {
    isSentHere.current = true
    return send(text)
  }
  return (
    <div className="grid gap-3">
      {request && (
        <div ref={state} tabIndex={-1} className="rounded-control">
          <RequestState request={request} />
        </div>
      )}
      {mayAsk && !isAsked && <AskForm name={name} send={sendFromHere} />}
    </div>
  )
}

function RequestState({ request }: { request: CancelRequest }) {
  const { timeZone } = programFacts()
  return (
    <Callout icon={<MessageCircleQuestion aria-hidden="true" />}>
      <p>
        <b>
          {ASKED_TO_CANCEL} on {formatDateTime(request.asked_at, timeZone)}
        </b>
        <span className="block wrap-anywhere whitespace-pre-line">{request.text}</span>
        {request.answered_at === null ? (
          <span className="mt-1 block text-muted">
            Nothing has changed yet. The office will cancel it or write to you.
          </span>
        ) : (
          <span className="mt-1 block wrap-anywhere whitespace-pre-line">
            <b>Declined on {formatDateTime(request.answered_at, timeZone)}:</b> {request.answer}
          </span>
        )}
      </p>
    </Callout>
  )
}

function AskForm({ name, send }: Pick<AskToCancelProps, 'name' | 'send'>) {
  const [{ text = '' }, setDraft] = useSessionDraft<{ text: string }>(name)
  const form = useInlineForm(text !== '')
  const { errors, ...fields } = useFieldErrors()
  const toast = useToast(name)
  const ask = useAppMutation(
    { mutationFn: send },
    {
      onSuccess: () => {
        setDraft({})
        form.close()
        toast.success('Request Sent', 'The office will cancel the registration or write to you.')
      },
      onError: (error) => {
        toast.error('Error', getErrorMessage(error) ?? 'Failed to send your request. Please try again.')
        fields.showError(error)
      },
    },
  )
  if (!form.isOpen) {
    return (
      <div>
        <Button ref={form.opener} variant="plain" className="-ml-3" onClick={form.open}>
          Ask to cancel this registration
        </Button>
      </div>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (fields.check({ text }, CANCEL_REQUEST_RULES)) ask.mutate(text)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3" aria-label="Ask to cancel this registration">
      <Field
        label="Message to the office"
        required
        error={errors.text}
        description="Nothing changes by asking: the office cancels the registration, or writes to you."
      >
        <TextArea
          ref={form.field}
          rows={3}
          maxLength={MAX_LENGTH.cancelRequest}
          value={text}
          onValueChange={(next) => {
            setDraft({ text: next })
            fields.clear()
            toast.clear()
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="quiet"
          disabled={ask.isPending}
          onClick={() => {
            setDraft({})
            fields.clear()
            toast.clear()
            form.close()
          }}
        >
          Don't ask
        </Button>
        <Button type="submit" loading={ask.isPending}>
          Send Request
        </Button>
      </div>
    </form>
  )
}
