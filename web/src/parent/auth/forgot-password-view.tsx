import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { ResetLinkForm } from '../../auth/reset-link-form'
import { Note } from '../../ui/feedback/callout'
import { usePageTitle } from '../../ui/layout/page-title'

type ForgotPasswordViewProps = {
  email: string
  onEmailChange: (email: string) => void
  /** A link was given that does not work: said before a new one is asked for. */
  isLinkInvalid: boolean
  onBack: () => void
}

export function ForgotPasswordView({ email, onEmailChange, isLinkInvalid, onBack }: ForgotPasswordViewProps) {
  usePageTitle('Forgot Password')
  const [problem, setProblem] = useState<string>()
  return (
    <>
      <h1 className="mb-1 text-xl">Forgot Password</h1>
      <p className="mb-4 text-muted">We will email you a link to choose a new one.</p>
      {isLinkInvalid && (
        <div role="alert" className="mb-4">
          <Note tone="danger" icon={<TriangleAlert aria-hidden="true" />}>
            <p className="font-semibold">Invalid reset link</p>
            <p>The password reset link is invalid or has expired.</p>
          </Note>
        </div>
      )}
      <ResetLinkForm
        portal="parent"
        email={email}
        onEmailChange={(text) => {
          onEmailChange(text)
          setProblem(undefined)
        }}
        problem={problem}
        onMissing={() => setProblem('Email is required')}
        sent={() => [
          'Password Reset Email Sent',
          'Please check your email for a link to reset your password.',
        ]}
        failedTitle="Password Reset Failed"
        backLabel="Back to Sign In"
        onBack={onBack}
      />
    </>
  )
}
