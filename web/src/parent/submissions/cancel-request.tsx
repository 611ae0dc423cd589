import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import {
  CANCEL_REQUEST_RULES,
  type CancelRequest,
  isOpenRequest,
} from '@aftercare/domain/submissions/cancel-requests'
import { MessageCircleQuestion } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { textsOf, useLanguage, useTexts } from '../../language/language'
import { Form } from '../../lib/form'
import { formErrorMessage } from '../../lib/form-error-message'
import { programFacts } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import { useAppMutation } from '../../lib/use-app-mutation'
import { useDraft } from '../../lib/use-draft'
import { useFieldErrors } from '../../lib/use-field-errors'
import { useInlineForm } from '../../lib/use-inline-form'
import { Callout } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'
import { Field, TextArea } from '../../ui/inputs/field'
import { en as enUi } from '../../ui/texts/en'
import { en } from './texts/cancel-request.en'

type CancelRequestBoxProps = {
  /** Key for the draft and its toasts. */
  name: string
  request: CancelRequest | null
  /** Not for a month that is over. */
  mayAsk: boolean
  send: (text: string) => Promise<void>
}

/** The state of the family's request to cancel, and the form to ask. */
export function CancelRequestBox({ name, request, mayAsk, send }: CancelRequestBoxProps) {
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
      {mayAsk && !isAsked && <RequestForm name={name} send={sendFromHere} />}
    </div>
  )
}

function RequestState({ request }: { request: CancelRequest }) {
  const t = useTexts(en)
  const language = useLanguage()
  const { timeZone } = programFacts()
  return (
    <Callout icon={<MessageCircleQuestion />}>
      <p>
        <b>{t.askedOn(formatDateTime(request.asked_at, timeZone, language))}</b>
        <span className="block wrap-anywhere whitespace-pre-line">{request.text}</span>
        {request.answered_at === null ? (
          <span className="mt-1 block text-muted">{t.open}</span>
        ) : (
          <span className="mt-1 block wrap-anywhere whitespace-pre-line">
            <b>{t.declinedOn(formatDateTime(request.answered_at, timeZone, language))}</b> {request.answer}
          </span>
        )}
      </p>
    </Callout>
  )
}

function RequestForm({ name, send }: Pick<CancelRequestBoxProps, 'name' | 'send'>) {
  const t = useTexts(en)
  const draft = useDraft(name, { empty: { text: '' } })
  const { text } = draft.values
  const form = useInlineForm(text !== '')
  const { errors, ...fields } = useFieldErrors()
  const toast = useToast(name)
  const ask = useAppMutation(
    { mutationFn: send },
    {
      onSuccess: () => {
        draft.clear()
        form.close()
        toast.success(t.sent.title, t.sent.message)
      },
      onError: (error) => {
        toast.error(textsOf(enUi).error, formErrorMessage(error, t.failed))
        fields.showError(error)
      },
    },
  )
  if (!form.isOpen) {
    return (
      <div>
        <Button ref={form.opener} variant="plain" className="-ml-3 text-left" onClick={form.open}>
          {t.ask}
        </Button>
      </div>
    )
  }
  const submit = () => {
    if (fields.check({ text }, CANCEL_REQUEST_RULES)) ask.mutate(text)
  }
  return (
    <Form
      draft={draft}
      isSending={ask.isPending}
      unsavedText={t.unsaved}
      onSubmit={submit}
      className="grid scroll-mb-3 gap-3"
      aria-label={t.ask}
    >
      <Field label={t.message} required error={errors.text} description={t.hint}>
        <TextArea
          ref={form.field}
          rows={3}
          maxLength={MAX_LENGTH.cancelRequest}
          value={text}
          onValueChange={(next) => {
            draft.change({ text: next })
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
            draft.clear()
            fields.clear()
            toast.clear()
            form.close()
          }}
        >
          {t.cancel}
        </Button>
        <Button type="submit" loading={ask.isPending}>
          {t.send}
        </Button>
      </div>
    </Form>
  )
}
