import { STAFF_ROLE_LABELS } from '@aftercare/domain/lib/enums'
import { isolate } from '@aftercare/domain/lib/isolate'
import { en as browsers } from '@aftercare/domain/sessions/texts/en'
import { browserLabel } from '@aftercare/domain/sessions/user-agent'
import { useState } from 'react'
import { useSignOut } from '../../auth/use-sign-out'
import { TimeAgo } from '../../features/program/time-ago'
import { useToast } from '../../lib/scoped-toast'
import { Badge } from '../../ui/data/badge'
import type { Column } from '../../ui/data/columns'
import { DataList } from '../../ui/data/data-list'
import { LastPageNote } from '../../ui/data/last-page-note'
import { Button } from '../../ui/inputs/button'
import { SectionHeading } from '../../ui/layout/card'
import { errorReason } from '../error-reason'
import { type StaffSession, useEndStaffSession, useStaffSessions } from './staff-sessions.api'

const TITLE = 'Where you are signed in'

const browserOf = (session: StaffSession) => browserLabel(session, browsers)

const COLUMNS: readonly Column<StaffSession>[] = [
  {
    label: 'Name',
    role: 'title',
    className: 'font-semibold',
    cell: (session) => (
      <>
        {session.full_name || session.email}
        {session.is_current && <Badge className="ml-1.5">This browser</Badge>}
      </>
    ),
  },
  { label: 'Role', role: 'meta', cell: ({ role }) => STAFF_ROLE_LABELS[role] },
  { label: 'Browser', role: 'meta', cell: browserOf },
  { label: 'Last use', role: 'meta', cell: ({ seen_at }) => <TimeAgo at={seen_at} /> },
  { label: 'Actions', role: 'actions', align: 'right', cell: (session) => <SignOut session={session} /> },
]

/** Every browser in which staff are signed in. */
export function StaffSessions() {
  const [page, setPage] = useState(1)
  const list = useStaffSessions(page)
  return (
    <section aria-labelledby="staff-sessions" className="mt-8">
      <SectionHeading id="staff-sessions">{TITLE}</SectionHeading>
      <LastPageNote list={list.data} page={page} goTo={setPage} />
      <DataList
        label={TITLE}
        columns={COLUMNS}
        query={list}
        error="We couldn't load where staff are signed in."
        loadingRows={3}
        paging={{ page, onPageChange: setPage, noun: 'browsers', hideSinglePage: true }}
      />
    </section>
  )
}

function SignOut({ session }: { session: StaffSession }) {
  const name = isolate(session.full_name || session.email)
  const browser = browserOf(session)
  const toast = useToast(`staff session ${session.id}`)
  const signOutHere = useSignOut('/admin/login')
  const end = useEndStaffSession(session.id, {
    onSuccess: () => toast.success('Signed out', `${name} has been signed out of ${browser}.`),
    onError: (error) => toast.error('Not signed out', errorReason(error)),
  })
  return (
    <Button
      variant="plain"
      aria-label={`Sign out ${name}, ${browser}`}
      loading={end.isPending}
      onClick={() => (session.is_current ? signOutHere() : end.mutate())}
    >
      Sign out
    </Button>
  )
}
