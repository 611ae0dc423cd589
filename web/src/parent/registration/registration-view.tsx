import { type ComponentType, memo, useCallback } from 'react'
import { useChildDialog } from '../../features/children/use-child-dialog'
import { RegistrationForm } from '../../features/registration/registration-form'
import { en } from '../../features/registration/texts/en'
import {
  type RegistrationQueries,
  useRegistrationForm,
} from '../../features/registration/use-registration-form'
import { useTexts } from '../../language/language'
import { useToast } from '../../lib/scoped-toast'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Skeleton } from '../../ui/feedback/skeleton'
import { EmptyState, ErrorState } from '../../ui/feedback/states'
import { SleepingCalendar } from '../../ui/illustrations/sleeping-calendar'
import { ButtonLink } from '../../ui/inputs/button'
import { Card } from '../../ui/layout/card'
import { Container } from '../../ui/layout/container'
import { PageHeader } from '../../ui/layout/page-header'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import { MonthCalendarSkeleton } from '../../ui/month-calendar/month-calendar-skeleton'
import { whileOpen } from '../../ui/overlays/load-dialogs'
import type { ChildDialogProps } from '../children/child-dialog'
import type { Child } from '../children/children.api'
import { ConfirmEmailNotice } from '../guest-confirmation/confirm-email-notice'
import { GuestDraftNotice } from '../guest-draft-notice'
import { useFullDays } from '../seat-watches/use-full-days'
import { useRegistrationQueries } from './use-registration-queries'
import { useSubmitRegistration } from './use-submit-registration'

type RegistrationViewProps = {
  /** Null for a guest, who types in parent and child. */
  personId: string | null
  requestedMonthId: string | null
}

export function RegistrationView({ personId, requestedMonthId }: RegistrationViewProps) {
  return <Registration personId={personId} queries={useRegistrationQueries(personId, requestedMonthId)} />
}

function Registration({ personId, queries }: { personId: string | null; queries: RegistrationQueries }) {
  const t = useTexts(en)
  const toast = useToast('registration')
  const { errors, ...fields } = useFieldErrors()
  const isGuest = personId === null
  const form = useRegistrationForm({ isGuest, queries, toast, clearErrors: fields.clearErrors })
  const { submit, attempts, isSending } = useSubmitRegistration(form, personId, { toast, fields })
  const fullDays = useFullDays(form.month?.id ?? null, form.calendar, {
    isParent: !isGuest,
    isOffered: true,
  })
  const dialog = useChildDialog('registration')
  const { toggleChild } = form
  const chooseAdded = useCallback((child: Child) => toggleChild(child.id, true), [toggleChild])
  // All at once, to avoid layout shifts.
  const isLoading = form.isLoading || queries.agreement.isPending || (!isGuest && form.children.isPending)
  const isEmpty = !form.hasFailed && form.months.length === 0 && !form.month
  return (
    <Container className="max-lg:pb-0">
      <Header isGuest={isGuest} />
      {form.hasFailed ? (
        <ErrorState message={t.monthsFailed} onRetry={form.retry} />
      ) : isLoading ? (
        <RegistrationSkeleton />
      ) : isEmpty ? (
        <EmptyState illustration={<SleepingCalendar />} title={t.noMonths.title}>
          {t.noMonths.text}
        </EmptyState>
      ) : (
        <RegistrationForm
          form={form}
          errors={errors}
          attempts={attempts}
          isSending={isSending}
          onSubmit={submit}
          monthLink={OTHER_MONTH}
          guestNotices={
            <>
              <ConfirmEmailNotice />
              <GuestDraftNotice isEmpty={form.isEmpty} onClear={form.clear} />
            </>
          }
          onAddChild={dialog.openForNew}
          fullDays={fullDays}
        />
      )}
      {!isGuest && (
        <AddedChildDialog open={dialog.isOpen} onOpenChange={dialog.close} onSaved={chooseAdded} />
      )}
    </Container>
  )
}

function OtherMonth() {
  const t = useTexts(en)
  return (
    <div className="-mt-4 -mb-3 lg:mb-1">
      <ButtonLink variant="plain" to="/monthly-signup" className="-ml-3">
        {t.otherMonth}
      </ButtonLink>
    </div>
  )
}

/** One element: a click on a day does not re-render the months. */
const OTHER_MONTH = <OtherMonth />

/** Memoized: a click on a day does not re-render it. */
const Header = memo(function Header({ isGuest }: { isGuest: boolean }) {
  const t = useTexts(en)
  return (
    <PageHeader
      back={
        isGuest ? { to: '/guest-portal', label: t.toGuestPortal } : { to: '/dashboard', label: t.toDashboard }
      }
    />
  )
})

const AddedChildDialog: ComponentType<ChildDialogProps> = lazyWithRetry(
  () => import('../children/child-dialog'),
  (m) => m.ChildDialog,
  whileOpen,
)

function RegistrationSkeleton() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-13 w-full" />
      <Card>
        <MonthCalendarSkeleton />
      </Card>
    </div>
  )
}
