import { staffRoleOf } from '@aftercare/domain/lib/enums'
import { useEffect, useState } from 'react'
import { dropSession } from '../../auth/deny-access'
import { LazyPasswordForm, LazyResetForm } from '../../auth/lazy-forms'
import { LinkCheck } from '../../auth/link-check'
import { returnPathOf } from '../../auth/return-path'
import { SessionEnded } from '../../auth/session-ended'
import { SignInForm } from '../../auth/sign-in-form'
import { signInMessages } from '../../auth/sign-in-messages'
import { staffHome } from '../../auth/staff-home'
import { useRecovery } from '../../auth/use-recovery'
import { ApiError } from '../../lib/api-client'
import { useAuth } from '../../lib/auth-provider'
import { Link, Navigate, useLocation } from '../../router/router'
import { Logo } from '../../ui/illustrations/logo'
import { Card } from '../../ui/layout/card'
import { usePageTitle } from '../../ui/layout/page-title'
import { useProgram } from '../../ui/program'
import { fetchAdminRole } from '../admin-role.api'
import { NO_ACCESS } from '../no-access'

const NOT_VERIFIED = { title: 'Login failed', message: 'Failed to verify admin privileges' } as const

/** Signed-in staff are redirected; a signed-in parent sees the form and stays signed in. */
export default function AdminLoginPage() {
  const { roles } = useAuth()
  const location = useLocation()
  const { recovery, checkAgain, leave } = useRecovery()
  // Nobody is redirected while the role is being checked.
  const [isSigningIn, setSigningIn] = useState(false)
  const [isForgotten, setForgotten] = useState(false)
  const [email, setEmail] = useState('')
  const isLinkInvalid = recovery.status === 'invalid'
  useEffect(() => {
    if (!isLinkInvalid) return
    signInMessages.error('Invalid reset link', 'The password reset link is invalid or has expired.')
  }, [isLinkInvalid])

  const admit = async () => {
    try {
      await fetchAdminRole()
      signInMessages.success('Login successful', 'Welcome to the admin portal!')
    } catch (reason) {
      await dropSession()
      const isDenied = reason instanceof ApiError && reason.status === 403
      const { title, message } = isDenied ? NO_ACCESS : NOT_VERIFIED
      signInMessages.error(title, message)
    }
  }

  if (staffRoleOf(roles) && recovery.status === 'none' && !isSigningIn) {
    return <Navigate to={returnPathOf(location.state, staffHome(roles))} replace />
  }
  return (
    <LoginFrame>
      {recovery.status === 'none' && <SessionEnded />}
      {recovery.status === 'checking' || recovery.status === 'unreachable' ? (
        <LinkCheck
          isUnreachable={recovery.status === 'unreachable'}
          onRetry={() => void checkAgain(recovery.tokens)}
        />
      ) : recovery.status === 'valid' ? (
        <>
          <h2 className="mb-4 text-lg">Choose a new password</h2>
          <LazyPasswordForm
            portal="staff"
            tokens={recovery.tokens}
            email={recovery.email}
            onDone={() => {
              setEmail(recovery.email)
              leave()
            }}
            onInvalid={() => leave()}
          />
        </>
      ) : isForgotten ? (
        <LazyResetForm
          portal="staff"
          email={email}
          onEmailChange={setEmail}
          onBack={() => setForgotten(false)}
        />
      ) : (
        <SignInForm
          portal="staff"
          email={email}
          onEmailChange={setEmail}
          onLoadingChange={setSigningIn}
          onSignedIn={admit}
          onForgot={() => {
            signInMessages.clear()
            leave()
            setForgotten(true)
          }}
        />
      )}
    </LoginFrame>
  )
}

function LoginFrame({ children }: { children: React.ReactNode }) {
  const title = usePageTitle()
  const { name } = useProgram()
  return (
    // In the middle, but placed from the top: nothing moves while the page arrives, or when an error appears.
    <div className="min-h-dvh bg-inverse px-4 pt-[max(2rem,50dvh-14rem)] pb-8">
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[26rem]">
        <Card className="shadow-raised">
          <div className="mb-5 flex items-center gap-3">
            <Logo className="size-11 rounded-cell" />
            <div className="min-w-0">
              <h1 className="text-xl leading-tight">{title}</h1>
              <p className="truncate text-sm text-muted">{name}</p>
            </div>
          </div>
          {children}
        </Card>
        <p className="mt-4 text-center">
          <Link
            to="/"
            className="inline-flex min-h-tap items-center rounded-control px-3 font-semibold text-on-inverse no-underline hover:bg-inverse-active"
          >
            Back to Parent Portal
          </Link>
        </p>
      </main>
    </div>
  )
}
