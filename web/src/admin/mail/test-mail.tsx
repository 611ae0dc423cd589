import { messageOf } from '@aftercare/domain/lib/field-rules'
import type { Language } from '@aftercare/domain/lib/language'
import { type TemplateType, testEmailRule } from '@aftercare/domain/mail/mail-templates'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../../lib/api-client'
import { Form } from '../../lib/form'
import { logError } from '../../lib/log-error'
import { programFacts } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Callout } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'
import { Field, TextInput } from '../../ui/inputs/field'
import { Card, CardTitle } from '../../ui/layout/card'
import { useSendTestMail } from './mail.api'

const FAILED = 'Failed to send test email. Check console for details.'

type TestMailProps = { type: TemplateType; language: Language; isUnsaved: boolean }

export function TestMail({ type, language, isUnsaved }: TestMailProps) {
  const [email, setEmail] = useState('')
  const { errors, ...fields } = useFieldErrors()
  const toast = useToast('test mail')
  const mail = useSendTestMail({
    onSuccess: ({ sent_to, state }) => toast.success('Test Email Sent', successMessage(sent_to, state)),
    onError: (error) => {
      logError('The test email could not be sent', error)
      toast.error('Error', FAILED)
    },
  })

  const submit = () => {
    const testEmail = email.trim()
    if (fields.check({ testEmail }, { testEmail: testEmailRule }))
      mail.mutate({ type, testEmail, language: language === 'en' ? undefined : language })
    else if (testEmail === '') toast.error('Email Required', messageOf(testEmailRule.required ?? ''))
  }
  /** Earlier errors were about another email address. */
  const changeEmail = (text: string) => {
    setEmail(text)
    fields.clear()
    mail.reset()
    toast.clear()
  }

  return (
    <Card as="section" aria-labelledby="test-title">
      <Form draft="nothing to lose" onSubmit={submit} className="grid gap-3">
        <CardTitle id="test-title">Send a test</CardTitle>
        <Field
          label="Test email address"
          hideLabel
          error={errors.testEmail}
          description={`Sends the saved version${language === 'es' ? ' in Spanish' : ''} with sample data.${
            isUnsaved ? ' Save first to test your changes.' : ''
          }`}
        >
          <TextInput
            type="email"
            autoComplete="email"
            placeholder="Test email address"
            value={email}
            onValueChange={changeEmail}
          />
        </Field>
        {mail.isError && (
          <div role="alert">
            <Callout tone="danger">{errorMessage(mail.error)}</Callout>
          </div>
        )}
        <Button
          type="submit"
          variant="quiet"
          loading={mail.isPending}
          icon={<Send aria-hidden="true" />}
          className="justify-self-end"
        >
          Send Test Email
        </Button>
      </Form>
    </Card>
  )
}

const errorMessage = (error: Error | null) =>
  error instanceof ApiError ? (error.fields.testEmail ?? error.message) : FAILED

function successMessage(email: string, state: 'sent' | 'waiting'): string {
  if (!programFacts().sendsMail)
    return `The test email to ${email} was written to the server's outbox folder.`
  return state === 'sent'
    ? `The test email was sent to ${email}.`
    : `The test email to ${email} is on its way. Sent Mail shows when the mail server has accepted it.`
}
