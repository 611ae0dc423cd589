import { en as browsers } from '@aftercare/domain/sessions/texts/en'
import { browserLabel } from '@aftercare/domain/sessions/user-agent'
import { LogOut, Monitor, Smartphone, Tablet } from 'lucide-react'
import { useSignOut } from '../../auth/use-sign-out'
import { useTexts } from '../../language/language'
import { richText } from '../../language/rich-text'
import type { Portal } from '../../lib/auth.api'
import { useUser } from '../../lib/auth-provider'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import { Badge } from '../../ui/data/badge'
import { SkeletonEntry } from '../../ui/feedback/skeleton'
import { TableError } from '../../ui/feedback/states'
import { Button } from '../../ui/inputs/button'
import { Card, CardTitle } from '../../ui/layout/card'
import { TimeAgo } from '../program/time-ago'
import { type OwnSession, useEndOtherSessions, useEndSession, useSessions } from './sessions.api'
import { en } from './texts/en'

/** Where the account is signed in, on both profiles. */
export function SessionsCard({ portal }: { portal: Portal }) {
  const t = useTexts(en)
  const user = useUser()
  const { data, isError, refetch } = useSessions(user.id)
  const hasOthers = data?.rows.some((session) => !session.is_current)
  return (
    <Card as="section" aria-labelledby="sessions-title" className="max-w-[36rem]">
      <CardTitle id="sessions-title">{t.title}</CardTitle>
      <p className="mt-1 text-sm text-muted">{t.text}</p>
      {isError && !data && <TableError message={t.loadFailed} onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonEntry />}
      {data && (
        <ul className="mt-2 divide-y divide-line">
          {data.rows.map((session) => (
            <SessionItem key={session.id} session={session} portal={portal} isOnly={!hasOthers} />
          ))}
        </ul>
      )}
      {data && data.total > data.rows.length && (
        <p className="mt-2 text-sm text-muted">{t.latest(data.rows.length, data.total)}</p>
      )}
      {hasOthers && <SignOutElsewhere />}
    </Card>
  )
}

type SessionItemProps = { session: OwnSession; portal: Portal; isOnly: boolean }

function SessionItem({ session, portal, isOnly }: SessionItemProps) {
  const t = useTexts(en)
  const user = useUser()
  const label = browserLabel(session, useTexts(browsers))
  const toast = useToast(`session ${session.id}`)
  const signOutHere = useSignOut(portal === 'staff' ? '/admin/login' : '/')
  const end = useEndSession(user.id, {
    onSuccess: () => toast.success(t.signedOut, t.signedOutOne(label)),
    onError: (error) => toast.error(t.failed.title, getErrorMessage(error) ?? t.failed.text),
  })
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 py-2.5">
      <SystemIcon system={session.system} />
      <div className="min-w-0 flex-[1_1_8rem]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {label}
          {session.is_current && <Badge tone="success">{t.thisBrowser}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {session.is_current ? t.inUse : richText(t.lastSeen, { time: <TimeAgo at={session.seen_at} /> })}
        </p>
      </div>
      {/* A single session is signed out in the header, as on every page. */}
      {!isOnly && (
        <Button
          variant="quiet"
          aria-label={t.signOutLabel(label)}
          loading={end.isPending}
          onClick={() => (session.is_current ? signOutHere() : end.mutate(session))}
        >
          {t.signOut}
        </Button>
      )}
    </li>
  )
}

function SystemIcon({ system }: { system: string | null }) {
  const Icon = system === 'iPad' ? Tablet : system === 'iPhone' || system === 'Android' ? Smartphone : Monitor
  return <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
}

function SignOutElsewhere() {
  const t = useTexts(en)
  const user = useUser()
  const toast = useToast('sessions elsewhere')
  const end = useEndOtherSessions(user.id, {
    onSuccess: () => toast.success(t.signedOut, t.onlyHere),
    onError: (error) => toast.error(t.failed.title, getErrorMessage(error) ?? t.failed.text),
  })
  return (
    <div className="mt-3 flex justify-end">
      <Button variant="danger-quiet" icon={<LogOut />} loading={end.isPending} onClick={() => end.mutate()}>
        {t.signOutElsewhere}
      </Button>
    </div>
  )
}
