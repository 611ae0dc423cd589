import { monthStates } from '@aftercare/domain/months/availability'
import { CalendarX } from 'lucide-react'
import {
  type ComponentType,
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
} from 'react'
import { useChildDialog } from '../../features/children/use-child-dialog'
import { useTexts } from '../../language/language'
import { Form } from '../../lib/form'
import { useToast } from '../../lib/scoped-toast'
import { useFieldErrors } from '../../lib/use-field-errors'
import { cx } from '../../ui/cx'
import { Callout } from '../../ui/feedback/callout'
import { Skeleton } from '../../ui/feedback/skeleton'
import { EmptyState, ErrorState } from '../../ui/feedback/states'
import { SleepingCalendar } from '../../ui/illustrations/sleeping-calendar'
import { ButtonLink } from '../../ui/inputs/button'
import { FieldError } from '../../ui/inputs/field'
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
import { AgreementCard } from './agreement-card'
import { ChildSelector } from './child-selector'
import { FeeSummary } from './fee-summary'
import { GuestFields } from './guest-fields'
import { MonthPicker } from './month-picker'
import { RegistrationCalendar } from './registration-calendar'
import { en } from './texts/en'
import { type RegistrationFormState, useRegistrationForm } from './use-registration-form'
import { type RegistrationQueries, useRegistrationQueries } from './use-registration-queries'
import { useSubmitRegistration } from './use-submit-registration'

/**
 * Wide screens: month and calendar on the left; on the right children and fees, each in the order of the page. The second
 * row is what the children need below the month, so that the fees follow them whatever the height of the calendar.
 */
const WIDE_COLUMNS = 'lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[fit-content(0)_auto_1fr] lg:gap-x-6'

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
  const form = useRegistrationForm({ personId, queries, toast, clearErrors: fields.clearErrors })
  const { submit, attempts, isSending } = useSubmitRegistration(form, personId, { toast, fields })
  const dialog = useChildDialog('registration')
  const { toggleChild, missing } = form
  const chooseAdded = useCallback((child: Child) => toggleChild(child.id, true), [toggleChild])
  const isGuest = personId === null
  const agreementBox = useRef<HTMLInputElement>(null)
  const formElement = useScrollToMissing(attempts)
  const focusAgreement = useEffectEvent(() => {
    // The message is about children and days; where these are complete, focus what is missing.
    if (missing.length === 1 && missing[0] === 'agreement')
      agreementBox.current?.focus({ preventScroll: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each submit
  useEffect(() => focusAgreement(), [attempts])

  const { agreement } = queries
  // All at once, to avoid layout shifts.
  const isLoading = form.isLoading || agreement.isPending || (!isGuest && form.children.isPending)
  const isEmpty = !form.hasFailed && form.months.length === 0 && !form.month
  const { calendar, days, payingChildren, hasOpenDay } = form
  const feeSummary = {
    // Deferred after the clicked day, as in the calendar.
    choice: useDeferredValue(
      useMemo(() => ({ calendar, days, children: payingChildren }), [calendar, days, payingChildren]),
    ),
    isSending,
    disabled: !isGuest && form.children.data?.length === 0,
  }
  function onSubmit() {
    submit()
  }
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
        <Form
          draft={form.draft}
          ref={formElement}
          onSubmit={onSubmit}
          className={cx('grid gap-5 lg:gap-y-0', hasOpenDay && WIDE_COLUMNS)}
        >
          <MonthPart
            isPreselected={form.isPreselected}
            months={form.months}
            month={form.month}
            missing={missing}
            pickMonth={form.pickMonth}
          />
          {hasOpenDay && !isGuest && (
            <ChildSelector
              query={form.children}
              registered={form.registered}
              submitted={form.submitted}
              childIds={form.childIds}
              payingChildren={form.payingChildren}
              missing={missing}
              toggleChild={toggleChild}
              onAdd={dialog.openForNew}
              className="lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:-mt-24 lg:mb-4"
            />
          )}
          <div className="grid gap-5 lg:col-start-1 lg:row-span-2 lg:row-start-2 lg:content-start lg:gap-4">
            {!hasOpenDay && <NoOpenDay form={form} />}
            <RegistrationCalendar form={form} />
            {hasOpenDay && isGuest && (
              <>
                <div className="grid gap-5 lg:grid-cols-2 lg:items-start lg:gap-4">
                  <GuestFields
                    guest={form.guest}
                    changeGuest={form.changeGuest}
                    missing={missing}
                    errors={errors}
                  />
                </div>
                <ConfirmEmailNotice />
                <GuestDraftNotice isEmpty={form.isEmpty} onClear={form.clear} />
              </>
            )}
            {hasOpenDay && (
              <AgreementCard
                text={agreement.text}
                agreed={form.agreed}
                setAgreed={form.setAgreed}
                boxRef={agreementBox}
                missing={missing}
              />
            )}
          </div>
          {hasOpenDay && <FeeSummary {...feeSummary} isGuest={isGuest} />}
        </Form>
      )}
      {!isGuest && (
        <AddedChildDialog open={dialog.isOpen} onOpenChange={dialog.close} onSaved={chooseAdded} />
      )}
    </Container>
  )
}

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

type MonthPartProps = Pick<
  RegistrationFormState,
  'isPreselected' | 'months' | 'month' | 'missing' | 'pickMonth'
>

/** The picker, or for a month in the URL a link back to it. */
const MonthPart = memo(function MonthPart(form: MonthPartProps) {
  const t = useTexts(en)
  const hintId = useId()
  const isMissing = form.missing.includes('month')
  if (form.isPreselected) {
    if (form.months.length < 2) return null
    return (
      <div className="-mt-4 -mb-3 lg:mb-1">
        <ButtonLink variant="plain" to="/monthly-signup" className="-ml-3">
          {t.otherMonth}
        </ButtonLink>
      </div>
    )
  }
  return (
    <div data-part="month" className="lg:mb-4">
      <MonthPicker
        months={form.months}
        chosenId={form.month?.id ?? null}
        onPick={form.pickMonth}
        errorId={isMissing ? hintId : undefined}
      />
      {isMissing && <FieldError id={hintId}>{t.monthMissing}</FieldError>}
    </div>
  )
})

/** Only the calendar is below it: there is nothing to fill in. */
function NoOpenDay({ form: { month, calendar, today, isParent } }: { form: RegistrationFormState }) {
  const t = useTexts(en).noOpenDay
  if (!month || !calendar) return null
  const isAnyFull = monthStates(calendar, today).some(({ reason }) => reason === 'full')
  return (
    <Callout tone="warning" icon={<CalendarX />}>
      <p className="font-semibold">{t.title(month)}</p>
      <p>
        {t.text}
        {isParent && isAnyFull && ` ${t.watch}`}
      </p>
    </Callout>
  )
}

/** Scrolls to the first missing part: on a phone it may be far from the button. */
function useScrollToMissing(attempts: number) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (attempts === 0) return
    const mark = form.current?.querySelector('[data-field-error], input[aria-invalid="true"]')
    mark?.scrollIntoView({ block: 'center' })
  }, [attempts])
  return form
}
