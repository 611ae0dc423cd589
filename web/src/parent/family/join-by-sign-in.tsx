import { useState } from 'react'
import { returnStateOf } from '../../auth/return-path'
import { SignInForm } from '../../auth/sign-in-form'
import { useLocation, useNavigate } from '../../router/router'

/** The invited address has an account. Signed in, the page asks before joining. */
export function JoinBySignIn({ email: invitedEmail }: { email: string }) {
  const location = useLocation()
  const navigate = useNavigate()
  const [email, setEmail] = useState(invitedEmail)
  return (
    <>
      <p>You already have an account here. Sign in, then join the family.</p>
      <SignInForm
        portal="parent"
        email={email}
        onEmailChange={setEmail}
        onForgot={() => navigate('/auth?reset=true', { state: returnStateOf(location) })}
        onSignedIn={() => undefined}
      />
    </>
  )
}
