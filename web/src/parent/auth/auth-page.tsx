import { MailCheck, TriangleAlert } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { LazyPasswordForm, LazyResetForm } from '../../auth/lazy-forms'
import { LinkCheck } from '../../auth/link-check'
import { returnPathOf } from '../../auth/return-path'
import { SessionEnded } from '../../auth/session-ended'
import { SignInForm } from '../../auth/sign-in-form'
import { signInMessages } from '../../auth/sign-in-messages'
import { staffHome } from '../../auth/staff-home'
import { useRecovery } from '../../auth/use-recovery'
import { showLanguage, textsOf, useTexts } from '../../language/language'
import { useAuth } from '../../lib/auth-provider'
import { getAuthState } from '../../lib/auth-store'
import { languageOfPage } from '../../lib/language-choice'
import { programFacts } from '../../lib/program'
import { currentLocation } from '../../router/history'
import { Navigate, useLocation, useNavigate, useSearchParams } from '../../router/router'
import { Callout } from '../../ui/feedback/callout'
import { ButtonLink } from '../../ui/inputs/button'
import { usePageTitle } from '../../ui/layout/page-title'
import { Tabs } from '../../ui/layout/tabs'
import { AuthFrame } from './auth-frame'
import { SignUpForm } from './sign-up-form'
import { en } from './texts/en'

/** A recovery link takes precedence over the redirect of a signed-in user. The Attendance role works on the board alone. */
export default function AuthPage() {
  const { user, roles } = useAuth()
  const location = useLocation()
  const { recovery, checkAgain, leave } = useRecovery()
  const [email, setEmail] = useState('')
  if (user && recovery.status === 'none') {
    const home = roles.includes('attendance') ? staffHome(roles) : '/'
    return <Navigate to={returnPathOf(location.state, home)} replace />
  }
  return (
    <AuthFrame below={<GuestLink />}>
      {recovery.status === 'checking' || recovery.status === 'unreachable' ? (
        <LinkCheck
          isUnreachable={recovery.status === 'unreachable'}
          onRetry={() => void checkAgain(recovery.tokens)}
        />
      ) : recovery.status === 'valid' ? (
        <UpdatePassword
          tokens={recovery.tokens}
          email={recovery.email}
          isFirst={recovery.isFirst}
          onDone={() => {
            setEmail(recovery.email)
            leave()
          }}
          onInvalid={() => leave('invalid')}
        />
      ) : (
        <SignInViews
          email={email}
          onEmailChange={setEmail}
          isLinkInvalid={recovery.status === 'invalid'}
          onLeaveLink={() => leave()}
        />
      )}
    </AuthFrame>
  )
}

function GuestLink() {
  const t = useTexts(en)
  return (
    <>
      <p
        aria-hidden="true"
        className="mt-5 mb-3 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
      >
        {t.or}
      </p>
      <ButtonLink to="/guest-portal" variant="quiet" block>
        {t.continueAsGuest}
      </ButtonLink>
    </>
  )
}

type SignInViewsProps = Pick<SignInTabsProps, 'email' | 'onEmailChange'> & {
  isLinkInvalid: boolean
  onLeaveLink: () => void
}

function SignInViews({ email, onEmailChange, isLinkInvalid, onLeaveLink }: SignInViewsProps) {
  const search = useSearchParams()
  const navigate = useNavigate()
  const location = useLocation()
  const [isForgotten, setForgotten] = useState(false)
  if (isForgotten || isLinkInvalid || search.get('reset') === 'true') {
    const back = () => {
      setForgotten(false)
      onLeaveLink()
      if (search.has('reset')) navigate('/auth', { replace: true, state: location.state })
    }
    return (
      <ForgotPassword
        email={email}
        onEmailChange={onEmailChange}
        isLinkInvalid={isLinkInvalid}
        onBack={back}
      />
    )
  }
  const forget = () => {
    signInMessages.clear()
    setForgotten(true)
  }
  return <SignInTabs email={email} onEmailChange={onEmailChange} onForgot={forget} />
}

function UpdatePassword(props: Omit<ComponentProps<typeof LazyPasswordForm>, 'portal'>) {
  const t = useTexts(en)
  const title = usePageTitle(props.isFirst ? t.choosePassword : t.updatePassword)
  return (
    <>
      <h1 className="mb-4 text-xl">{title}</h1>
      <LazyPasswordForm portal="parent" {...props} />
    </>
  )
}

type ForgotPasswordProps = Omit<ComponentProps<typeof LazyResetForm>, 'portal'> & {
  /** The link is invalid: offers to request a new one. */
  isLinkInvalid: boolean
}

function ForgotPassword({ isLinkInvalid, ...props }: ForgotPasswordProps) {
  const { forgot, invalidLink } = useTexts(en)
  usePageTitle(forgot.title)
  return (
    <>
      <h1 className="mb-1 text-xl">{forgot.title}</h1>
      <p className="mb-4 text-muted">{forgot.text}</p>
      {isLinkInvalid && (
        <div role="alert" className="mb-4">
          <Callout tone="danger" icon={<TriangleAlert />}>
            <p className="font-semibold">{invalidLink.title}</p>
            <p>{invalidLink.text}</p>
          </Callout>
        </div>
      )}
      <LazyResetForm portal="parent" {...props} />
    </>
  )
}

/** Links to sign-up pass the tab in the history state. */
const wantsSignUp = (state: unknown) =>
  typeof state === 'object' && state !== null && 'tab' in state && state.tab === 'sign-up'

/** In the account's language, which the page shows once its texts have loaded. */
async function welcome(): Promise<void> {
  const { pathname } = currentLocation()
  await showLanguage(languageOfPage(pathname, getAuthState().session)).catch(() => undefined)
  const { title, text } = textsOf(en).welcome
  signInMessages.success(title, text)
}

type SignInTabsProps = { email: string; onEmailChange: (email: string) => void; onForgot: () => void }

function SignInTabs({ email, onEmailChange, onForgot }: SignInTabsProps) {
  const t = useTexts(en)
  const location = useLocation()
  const [tab, setTab] = useState<'sign-in' | 'sign-up'>(wantsSignUp(location.state) ? 'sign-up' : 'sign-in')
  /** The email as sent: the field below may have changed since. */
  const [created, setCreated] = useState<Created | null>(null)
  const title = usePageTitle(tab === 'sign-up' ? t.signUp : undefined)
  return (
    <>
      <span className="sr-only">
        <h1>{title}</h1>
      </span>
      <SessionEnded />
      {created && <CreatedNote created={created} />}
      <Tabs
        label={t.tabs}
        variant="boxed"
        value={tab}
        onValueChange={(next) => {
          signInMessages.clear()
          setTab(next)
        }}
        tabs={[
          {
            value: 'sign-in',
            label: t.signIn,
            content: (
              <SignInForm
                portal="parent"
                email={email}
                onEmailChange={onEmailChange}
                onForgot={onForgot}
                onSignedIn={welcome}
              />
            ),
          },
          {
            value: 'sign-up',
            label: t.signUp,
            content: (
              <SignUpForm
                email={email}
                onEmailChange={onEmailChange}
                onDone={() => {
                  setCreated({ email })
                  setTab('sign-in')
                }}
              />
            ),
          },
        ]}
      />
    </>
  )
}

type Created = { email: string }

/**
 * Stays after the toast has closed, and takes the focus of the form that it replaces. The same whether or not the email
 * already had an account.
 */
function CreatedNote({ created }: { created: Created }) {
  const t = useTexts(en)
  const note = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per account
  useEffect(() => note.current?.focus(), [created])
  return (
    <div ref={note} tabIndex={-1} className="mb-4">
      <Callout tone="success" icon={<MailCheck />}>
        {programFacts().sendsMail ? t.created(created.email) : t.createdWithoutMail}
      </Callout>
    </div>
  )
}
