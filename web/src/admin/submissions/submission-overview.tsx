import { DISMISSAL_LABELS } from '@aftercare/domain/attendance/attendance'
import { allergiesText, hasAllergies } from '@aftercare/domain/children/allergies'
import { sameChildAllergies } from '@aftercare/domain/guest-claims/same-child'
import { formatLongDate } from '@aftercare/domain/lib/dates-format'
import { monthIndexOf } from '@aftercare/domain/lib/days'
import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import { toMonthCalendar } from '@aftercare/domain/months/months'
import { bookedDaysOf } from '@aftercare/domain/pricing/day-prices'
import { guestParentId } from '@aftercare/domain/submissions/guests'
import { isAgreedByPhone } from '@aftercare/domain/submissions/submissions'
import { TriangleAlert, UserSearch, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { monthCells } from '../../features/months/month-cells'
import { AgreementLines } from '../../features/submissions/agreement'
import { programFacts, useToday } from '../../lib/program'
import { Link } from '../../router/router'
import { Badge, StatusBadge } from '../../ui/data/badge'
import { Description, DescriptionList } from '../../ui/data/description-list'
import { Callout } from '../../ui/feedback/callout'
import { Skeleton } from '../../ui/feedback/skeleton'
import { Button } from '../../ui/inputs/button'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import { MonthCalendar } from '../../ui/month-calendar/month-calendar'
import { EditChildButton } from '../children/edit-child-button'
import { parentHref } from '../parent-href'
import type { AdminSubmission } from './submissions.api'

/** Few submissions have it. */
const SameChildQuestion = lazyWithRetry(
  () => import('../same-child/same-child'),
  (m) => m.SameChildQuestion,
  {
    fallback: <Skeleton className="h-16 w-full" />,
    renderError: ({ retry }) => (
      <>
        <p>This may be a child on file. We couldn't load the question.</p>
        <Button variant="quiet" onClick={retry}>
          Try Again
        </Button>
      </>
    ),
  },
)

type OverviewProps = { submission: AdminSubmission }

/** The notice comes first, right after the allergies. */
export function SubmissionOverview({
  submission,
  notice,
  daysAction,
}: OverviewProps & { notice: ReactNode; daysAction: ReactNode }) {
  const { parent, child } = submission
  const { known_family } = submission
  const allergies = allergiesText(
    child?.allergies,
    submission.guest_child_allergies,
    ...sameChildAllergies(known_family),
  )
  const name = parent ? parent.full_name || parent.email : submission.guest_parent_name
  const pageId = parent?.id ?? guestParentId(submission.guest_parent_email ?? '')
  return (
    <>
      {hasAllergies(allergies) && (
        <Callout tone="danger" icon={<TriangleAlert />}>
          <b>Allergies:</b> {allergies}
        </Callout>
      )}
      {known_family && (
        <Callout tone="warning" icon={<UserSearch />}>
          <SameChildQuestion submissionId={submission.id} known={known_family} />
        </Callout>
      )}
      {notice}
      <DescriptionList className="grid-cols-2">
        <Description label="Parent">
          <Link to={parentHref(pageId)}>
            <bdi>{name}</bdi>
          </Link>{' '}
          {!parent && <StatusBadge status="guest">Guest</StatusBadge>}
          {(parent?.language ?? submission.language) === 'es' && (
            <Badge>
              <span lang="es">Español</span>
            </Badge>
          )}
          {parent?.status === 'suspended' && <StatusBadge status="suspended">Suspended</StatusBadge>}
        </Description>
        <Description label="Phone">{submission.phone ?? '-'}</Description>
        <Description label="Email" className="col-span-2">
          {parent?.email ?? submission.guest_parent_email}
        </Description>
        <Description label="Submitted">
          {formatDateTime(submission.submitted_at, programFacts().timeZone)}
          {submission.entered_by && (
            <span className="block text-muted">{`Entered by ${isolate(submission.entered_by)}`}</span>
          )}
        </Description>
        {submission.dismissal_type && (
          <Description label="Dismissal">{DISMISSAL_LABELS[submission.dismissal_type]}</Description>
        )}
        {child?.grade && <Description label="Class or grade">{child.grade}</Description>}
        {child?.notes && (
          <Description label="About the child" className="col-span-2">
            {child.notes}
          </Description>
        )}
      </DescriptionList>
      {child && <EditChildButton child={child} submissionId={submission.id} />}
      {!submission.cancellation && <ChosenDays submission={submission} action={daysAction} />}
      {submission.agreement && <Agreed {...submission.agreement} isByPhone={isAgreedByPhone(submission)} />}
    </>
  )
}

/** What the family agreed to, as they read it. */
function Agreed({
  language,
  items,
  isByPhone,
}: NonNullable<OverviewProps['submission']['agreement']> & { isByPhone: boolean }) {
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-tap cursor-pointer items-center font-semibold text-accent underline">
        Agreement{language === 'es' && ' (Español)'}
        {isByPhone && ', agreed by phone'}
      </summary>
      <AgreementLines items={items} language={language} />
    </details>
  )
}

function ChosenDays({ submission, action }: OverviewProps & { action: ReactNode }) {
  const today = useToday()
  const { month, dropin_date, selected_days } = submission
  const monthIndex = month && monthIndexOf(month.month_name)
  return (
    <section aria-label="Days">
      <div className="mb-1.5 flex items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">Days</h3>
        {action}
      </div>
      {dropin_date && (
        <Callout tone="warning" icon={<Zap />}>
          {formatLongDate(dropin_date)}
        </Callout>
      )}
      {month && monthIndex !== null && (
        <MonthCalendar
          monthIndex={monthIndex}
          year={month.year}
          mode="read"
          cells={monthCells(toMonthCalendar(month), today, {
            selected: selected_days,
            dayPrices: bookedDaysOf(submission, 0).dayPrices,
            isReadOnly: true,
          })}
        />
      )}
      {month && monthIndex === null && <p>{selected_days.join(', ')}</p>}
    </section>
  )
}
