import { getDayParts } from '@aftercare/domain/lib/days'
import { ACCOUNT_STATUS_LABELS } from '@aftercare/domain/lib/enums'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { Banknote, CalendarPlus, FileText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../lib/api-client'
import { useToday } from '../../lib/program'
import { Link, useParams } from '../../router/router'
import { StatusBadge } from '../../ui/data/badge'
import { PageLoading } from '../../ui/feedback/spinner'
import { EmptyState, ErrorState } from '../../ui/feedback/states'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { Button, ButtonLink } from '../../ui/inputs/button'
import { Card, CardTitle } from '../../ui/layout/card'
import { PageHeader } from '../../ui/layout/page-header'
import { LINK_IN_TEXT } from '../../ui/link-in-text'
import { LatePickups } from '../board/late-pickups'
import { ParentChildren } from '../children/parent-children'
import { newRegistrationHref } from '../new-registration-href'
import { parentHref } from '../parent-href'
import { ErasePerson } from './erase-person'
import { OtherAdults } from './other-adults'
import { ParentInformation } from './parent-information'
import { ParentPayments } from './parent-payments'
import { ParentSubmissions } from './parent-submissions'
import { ParentTotals } from './parent-totals'
import { PARENT_FAILED, type ParentDetail, useParent } from './parents.api'
import { RecordPaymentDialog } from './record-payment-dialog'

const BACK = { to: '/admin/parent-users', label: 'Back to Parent Users' }

export default function ParentDetailPage() {
  const { parentId = '' } = useParams()
  const { data: parent, error, refetch } = useParent(parentId)
  const isUnknown = error instanceof ApiError && error.code === 'not-found'
  useErrorToast(isUnknown && !parent, 'Parent user not found')
  useErrorToast(error !== null && !isUnknown && !parent, PARENT_FAILED)

  if (parent) return <ParentPage key={parent.id} parent={parent} />
  if (isUnknown) return <NotFound />
  return (
    <>
      <PageHeader back={BACK} />
      {error ? (
        <ErrorState message={PARENT_FAILED} onRetry={() => void refetch()} />
      ) : (
        <PageLoading label="Loading parent details..." />
      )}
    </>
  )
}

function NotFound() {
  return (
    <>
      <PageHeader back={BACK} />
      <EmptyState title="Parent not found">There is no such parent or guest.</EmptyState>
    </>
  )
}

function ParentPage({ parent }: { parent: ParentDetail }) {
  return parent.family_of ? (
    <MemberPage parent={parent} familyOf={parent.family_of} />
  ) : (
    <FamilyPage parent={parent} />
  )
}

function ParentHeader({ parent, actions }: { parent: ParentDetail; actions?: ReactNode }) {
  return (
    <PageHeader
      title={parent.full_name || parent.email}
      back={BACK}
      aside={<StatusBadge status={parent.status}>{ACCOUNT_STATUS_LABELS[parent.status]}</StatusBadge>}
      actions={actions}
    />
  )
}

type MemberPageProps = { parent: ParentDetail; familyOf: NonNullable<ParentDetail['family_of']> }

/** Somebody who joined a family: everything but their own details is on the first adult's page. */
function MemberPage({ parent, familyOf }: MemberPageProps) {
  return (
    <>
      <ParentHeader parent={parent} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Card as="section" aria-labelledby="family-of" className="grid gap-1">
          <CardTitle id="family-of">
            Family of{' '}
            <Link to={parentHref(familyOf.id)} className={LINK_IN_TEXT}>
              <bdi>{familyOf.name}</bdi>
            </Link>
          </CardTitle>
          <p className="text-muted">
            Balance due: {formatUsd(toCents(parent.totals.balance))}. Children, submissions and payments are
            on the page of <bdi>{familyOf.name}</bdi>.
          </p>
        </Card>
        <ParentInformation parent={parent} />
        <ErasePerson parent={parent} />
      </div>
    </>
  )
}

function FamilyPage({ parent }: { parent: ParentDetail }) {
  const [isRecording, setRecording] = useState(false)
  const { year } = getDayParts(useToday())
  return (
    <>
      <ParentHeader
        parent={parent}
        actions={
          <span className="flex flex-wrap items-center justify-end gap-2 *:grow sm:*:grow-0">
            {parent.is_guest && (
              <span id="guest-hint" className="text-muted">
                Cannot record payments for guest users
              </span>
            )}
            {!parent.is_guest && (
              <ButtonLink
                variant="quiet"
                to={newRegistrationHref(parent.id)}
                icon={<CalendarPlus aria-hidden="true" />}
              >
                New Registration
              </ButtonLink>
            )}
            {!parent.is_guest && (
              <ButtonLink
                variant="quiet"
                to={`${parentHref(parent.id)}/statement?year=${year}`}
                icon={<FileText aria-hidden="true" />}
              >
                Yearly statement
              </ButtonLink>
            )}
            <Button
              icon={<Banknote aria-hidden="true" />}
              disabled={parent.is_guest}
              aria-describedby={parent.is_guest ? 'guest-hint' : undefined}
              title={parent.is_guest ? 'Cannot record payments for guest users' : undefined}
              onClick={() => setRecording(true)}
            >
              Record Payment
            </Button>
          </span>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ParentInformation parent={parent} />
        <ParentTotals totals={parent.totals} />
        {!parent.is_guest && <OtherAdults parent={parent} />}
        {!parent.is_guest && <ParentChildren parentId={parent.id} />}
        <ParentSubmissions parentId={parent.id} />
        <ParentPayments parent={parent} />
        <LatePickups parentId={parent.id} />
        <ErasePerson parent={parent} />
      </div>
      <RecordPaymentDialog parent={parent} open={isRecording} onOpenChange={setRecording} />
    </>
  )
}
