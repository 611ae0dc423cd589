import { formatInstantDate } from '@aftercare/domain/lib/instants-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { programFacts } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import type { Column } from '../../ui/data/columns'
import { DataList } from '../../ui/data/data-list'
import { EmailText } from '../../ui/data/email-text'
import { RowLink } from '../../ui/data/row-link'
import { RetryNote } from '../../ui/feedback/retry-note'
import { Button } from '../../ui/inputs/button'
import { SectionHeading } from '../../ui/layout/card'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { errorReason } from '../error-reason'
import { parentHref } from '../parent-href'
import { InvitationActions } from './invitation-actions'
import {
  type FamilyAdult,
  type FamilyInvitation,
  type ParentDetail,
  useFamilyInvitations,
  useRemoveAdult,
} from './parents.api'

const TITLE = 'Other adults in this family'

/** Somebody who joined, or who was invited and has not joined. */
type Row = { id: string; email: string } & (
  | { adult: FamilyAdult; invitation?: never }
  | { invitation: FamilyInvitation; adult?: never }
)

const COLUMNS: readonly Column<Row>[] = [
  {
    label: 'Name',
    role: 'title',
    wrap: 'min-w-32',
    cell: ({ adult, invitation }) =>
      adult ? (
        <RowLink to={parentHref(adult.id)}>{adult.name}</RowLink>
      ) : (
        <span className="text-muted">
          Invited on {formatInstantDate(invitation.sent_at, programFacts().timeZone)}
        </span>
      ),
  },
  { label: 'Email', role: 'meta', wrap: 'min-w-52', cell: (row) => <EmailText>{row.email}</EmailText> },
  { label: 'Phone', role: 'meta', wrap: 'min-w-33', cell: ({ adult }) => adult?.phone ?? '-' },
]

/** Those who joined the family and those who are invited, on the first adult's page. */
export function OtherAdults({ parent }: { parent: ParentDetail }) {
  const invitations = useFamilyInvitations(parent.id)
  const { data, isError } = invitations
  const rows: Row[] = [
    ...parent.adults.map((adult) => ({ id: adult.id, email: adult.email, adult })),
    // By email: sent again, an invitation has another id.
    ...(data?.rows ?? []).map((invitation) => ({
      id: invitation.email,
      email: invitation.email,
      invitation,
    })),
  ]
  if (rows.length === 0 && (data || !isError)) return null
  const actions: Column<Row> = {
    label: 'Actions',
    role: 'actions',
    align: 'right',
    cell: ({ adult, invitation }) =>
      adult ? (
        <RemoveButton adult={adult} parent={parent} />
      ) : (
        <InvitationActions familyId={parent.id} invitation={invitation} />
      ),
  }
  return (
    <section aria-labelledby="other-adults">
      <SectionHeading id="other-adults">{TITLE}</SectionHeading>
      {rows.length > 0 && (
        <DataList
          label={TITLE}
          columns={[...COLUMNS, actions]}
          query={{ data: { rows }, isError: false, refetch: () => undefined }}
        />
      )}
      <RetryNote queries={[invitations]} className={rows.length > 0 ? 'mt-3' : undefined}>
        We couldn't load who is invited.
      </RetryNote>
    </section>
  )
}

function RemoveButton({ adult, parent }: { adult: FamilyAdult; parent: ParentDetail }) {
  const [isAsking, setAsking] = useState(false)
  const [name, family] = [isolate(adult.name), isolate(parent.full_name || parent.email)]
  const toast = useToast(`adult ${adult.id}`)
  const remove = useRemoveAdult(
    { parentId: parent.id, adultId: adult.id },
    {
      onSuccess: () => {
        setAsking(false)
        toast.success('Adult removed', `${name} is no longer in this family.`)
      },
      onError: (error) => toast.error('Adult not removed', errorReason(error)),
    },
  )
  return (
    <>
      <Button
        variant="danger-quiet"
        icon={<UserMinus aria-hidden="true" />}
        aria-label={`Remove from family: ${name}`}
        onClick={() => setAsking(true)}
      >
        Remove from family
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Remove ${name} from family?`}
        description={`They can no longer see or change anything of the family of ${family}. Their account stays, and so does what they did.`}
        confirmLabel="Remove from family"
        loading={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </>
  )
}
