import { RESET_RULES } from '@aftercare/domain/auth/account-rules'
import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../language/language'
import { getServerMessage } from '../lib/api-client'
import type { Portal } from '../lib/auth.api'
import { Form } from '../lib/form'
import { withConnection } from '../lib/form-error-message'
import { useFieldErrors } from '../lib/use-field-errors'
import { Button } from '../ui/inputs/button'
import { sendReset } from './account.api'
import { EmailField } from './account-fields'
import { signInMessages } from './sign-in-messages'
import { en as recovery } from './texts/recovery.en'

/** The specification gives each portal its own texts. */
const STAFF_TEXTS = {
  description: "We'll email you a link to choose a new password.",
  missing: { title: 'Email required', text: 'Please enter your email address to reset your password.' },
  sent: (email: string) => ({
    title: 'Password reset sent',
    text: `If ${email} has an account, a link is on its way.`,
  }),
  failed: 'Password reset failed',
  back: 'Back to sign in',
}

type ResetFormProps = {
  portal: Portal
  email: string
  onEmailChange: (email: string) => void
  onBack: () => void
}

/** Requests a password reset link. The response never reveals whether the email has an account. */
export function ResetForm({ portal, email, onEmailChange, onBack }: ResetFormProps) {
  const { reset: t } = useTexts(recovery)
  const staff = portal === 'staff' ? STAFF_TEXTS : null
  const [isBusy, setBusy] = useState(false)
  const fields = useFieldErrors()
  const submit = async () => {
    signInMessages.clear()
    if (!fields.check({ email }, RESET_RULES)) {
      if (staff) signInMessages.error(staff.missing.title, staff.missing.text)
      return
    }
    setBusy(true)
    try {
      await sendReset(email, portal)
      const { title, text } = staff ? staff.sent(email.trim()) : t.sent
      signInMessages.success(title, text)
    } catch (error) {
      fields.showError(error)
      signInMessages.error(
        (staff ?? t).failed,
        getServerMessage(error) ?? withConnection(error, t.failedText),
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form draft="credentials" onSubmit={submit} className="grid gap-4">
      <EmailField
        description={staff?.description}
        fields={fields}
        value={email}
        onValueChange={onEmailChange}
      />
      <Button type="submit" block loading={isBusy}>
        {t.send}
      </Button>
      <Button
        variant="plain"
        icon={<ChevronLeft />}
        onClick={() => {
          signInMessages.clear()
          onBack()
        }}
      >
        {(staff ?? t).back}
      </Button>
    </Form>
  )
}
