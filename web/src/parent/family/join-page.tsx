import { useQuery } from '@tanstack/react-query'
import { LogOut, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkCheck } from '../../auth/link-check'
import { useSignOut } from '../../auth/use-sign-out'
import { useTexts } from '../../language/language'
import { richText } from '../../language/rich-text'
import { ApiError, isClientError } from '../../lib/api-client'
import { useAuth } from '../../lib/auth-provider'
import { getErrorMessage } from '../../lib/error-message'
import { wordError } from '../../lib/error-texts'
import { useParams } from '../../router/router'
import { Callout } from '../../ui/feedback/callout'
import { Button, ButtonLink } from '../../ui/inputs/button'
import { usePageTitle } from '../../ui/layout/page-title'
import { useProgram } from '../../ui/program'
import { AuthFrame } from '../auth/auth-frame'
import { type InvitationPreview, invitationQuery, useJoin } from './join.api'
import { JoinBySignIn } from './join-by-sign-in'
import { JoinBySignUp } from './join-by-sign-up'
import { en } from './texts/join.en'

/** The page of an invitation's link. Whoever opens it may never have heard of the programme. */
export default function JoinPage() {
  const { token = '' } = useParams()
  const { user, loading } = useAuth()
  const title = usePageTitle()
  const { data, error, refetch } = useQuery({ ...invitationQuery(token, user?.id), enabled: !loading })
  const check = () => void refetch()
  const isInvalid = error instanceof ApiError && INVALID_CODES.includes(error.code)
  return (
    <AuthFrame>
      {data && !isInvalid ? (
        <Invitation invitation={data} token={token} onStale={check} />
      ) : (
        <>
          <h1 className="mb-4 text-xl">{title}</h1>
          {isInvalid ? (
            <NotValid isSignedIn={user !== null} />
          ) : (
            <LinkCheck isUnreachable={error !== null} onRetry={check} />
          )}
        </>
      )}
    </AuthFrame>
  )
}

/** A link that a mail client broke fails validation. */
const INVALID_CODES = ['invalid-invitation', 'invalid']

/** Says nothing about the family: the link may have been guessed or found. */
function NotValid({ isSignedIn }: { isSignedIn: boolean }) {
  const t = useTexts(en)
  return (
    <div className="grid gap-4">
      <ErrorNote>{t.notValid}</ErrorNote>
      <p className="text-muted">{isSignedIn ? t.askAgain : t.askAgainOrSignIn}</p>
      <ButtonLink variant="quiet" block to={isSignedIn ? '/dashboard' : '/auth'}>
        {isSignedIn ? t.home : t.signIn}
      </ButtonLink>
    </div>
  )
}

function ErrorNote({ children }: { children: ReactNode }) {
  return (
    <div role="alert">
      <Callout tone="danger" icon={<TriangleAlert />}>
        {children}
      </Callout>
    </div>
  )
}

type InvitationProps = {
  invitation: InvitationPreview
  token: string
  /** Joining was refused: the invitation or the account changed since the page was opened. */
  onStale: () => void
}

function Invitation(props: InvitationProps) {
  const t = useTexts(en)
  const person = <bdi>{props.invitation.invited_by}</bdi>
  const programme = <bdi>{useProgram().name}</bdi>
  return (
    <div className="grid gap-4 wrap-anywhere">
      <div className="grid gap-2">
        <h1 className="text-xl">
          {richText(props.invitation.by_office ? t.titleByOffice : t.title, { person, programme })}
        </h1>
        <p className="text-muted">{richText(t.about, { programme })}</p>
      </div>
      <ul className="grid list-disc gap-1 pl-5">
        <li>{richText(t.sameRecords, { person })}</li>
        <li>{t.emails}</li>
        <li>{t.privacy}</li>
      </ul>
      <div className="grid gap-4 border-t border-line pt-4">
        <NextStep {...props} />
      </div>
    </div>
  )
}

function NextStep({ invitation, token, onStale }: InvitationProps) {
  const email = invitation.email ?? invitation.email_hint
  switch (invitation.state) {
    case 'sign_up':
      return <JoinBySignUp email={email} token={token} onStale={onStale} />
    case 'sign_in':
      return <JoinBySignIn email={email} />
    case 'join':
      return <JoinNow token={token} onStale={onStale} />
    case 'other_address':
      return <OtherAddress invitation={invitation} token={token} />
    case 'refused':
      return <ErrorNote>{errorOf(invitation)}</ErrorNote>
  }
}

function errorOf({ reason, reason_code }: InvitationPreview): string {
  return wordError({ code: 'join-refused', params: { reason: reason_code } }, reason ?? '')
}

function JoinNow({ token, onStale }: Pick<InvitationProps, 'token' | 'onStale'>) {
  const t = useTexts(en)
  const { user } = useAuth()
  // Without a response they may have joined: clicking again finds out, and joins once.
  const join = useJoin({ onError: (error) => isClientError(error) && onStale() })
  return (
    <>
      {join.error && <ErrorNote>{getErrorMessage(join.error) ?? t.unreachable}</ErrorNote>}
      <p className="text-muted">{t.signedInAs(user?.email ?? '')}</p>
      <Button block loading={join.isPending} onClick={() => join.mutate(token)}>
        {t.join}
      </Button>
    </>
  )
}

function OtherAddress({ invitation, token }: Pick<InvitationProps, 'invitation' | 'token'>) {
  const t = useTexts(en)
  const email = useAuth().user?.email ?? ''
  const signOut = useSignOut(`/join/${encodeURIComponent(token)}`)
  return (
    <>
      <Callout tone="warning" icon={<TriangleAlert />}>
        {richText(t.otherAddress(email), {
          invited: <b className="inline-block">{invitation.email_hint}</b>,
        })}
      </Callout>
      <p className="text-muted">
        {richText(t.otherAddressHelp(email), { person: <bdi>{invitation.invited_by}</bdi> })}
      </p>
      <Button variant="quiet" block icon={<LogOut />} onClick={signOut}>
        {t.signOut}
      </Button>
    </>
  )
}
