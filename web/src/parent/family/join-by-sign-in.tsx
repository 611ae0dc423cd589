import { useState } from 'react'
import { returnStateOf } from '../../auth/return-path'
import { SignInForm } from '../../auth/sign-in-form'
import { useTexts } from '../../language/language'
import { useLocation, useNavigate } from '../../router/router'
import { en } from './texts/join.en'

/** The invited address has an account. Signed in, the page asks before joining. */
export function JoinBySignIn({ email: invitedEmail }: { email: string }) {
  const t = useTexts(en)
  const location = useLocation()
  const navigate = useNavigate()
  const [email, setEmail] = useState(invitedEmail)
  return (
    <>
      <p>{t.signInFirst}</p>
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
