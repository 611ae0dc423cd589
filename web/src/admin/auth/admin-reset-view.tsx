import { ResetLinkForm } from '../../auth/reset-link-form'
import { signInMessages } from '../../auth/sign-in-messages'

type AdminResetViewProps = { email: string; onEmailChange: (email: string) => void; onBack: () => void }

export function AdminResetView(props: AdminResetViewProps) {
  return (
    <ResetLinkForm
      {...props}
      portal="staff"
      description="We will email you a link to choose a new password."
      onMissing={() =>
        signInMessages.error('Email required', 'Please enter your email address to reset your password.')
      }
      sent={(email) => ['Password reset sent', `If ${email} has an account, a link is on its way.`]}
      failedTitle="Password reset failed"
      backLabel="Back to sign in"
    />
  )
}
