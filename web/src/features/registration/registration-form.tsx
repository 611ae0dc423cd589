import type { FieldMessages } from '@aftercare/domain/lib/field-rules'
import { monthStates } from '@aftercare/domain/months/availability'
import { CalendarX } from 'lucide-react'
import {
  memo,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
} from 'react'
import { useTexts } from '../../language/language'
import { Form } from '../../lib/form'
import { cx } from '../../ui/cx'
import { Callout } from '../../ui/feedback/callout'
import { FieldError } from '../../ui/inputs/field'
import { AgreementCard } from './agreement-card'
import { ChildSelector } from './child-selector'
import { FeeSummary } from './fee-summary'
import { GuestFields } from './guest-fields'
import { MonthPicker } from './month-picker'
import { type FullDays, RegistrationCalendar } from './registration-calendar'
import { en } from './texts/en'
import type { RegistrationFormState } from './use-registration-form'

/**
 * Wide screens: month and calendar on the left; on the right children and fees, each in the order of the page. The second
 * row is what the children need below the month, so that the fees follow them whatever the height of the calendar.
 */
const WIDE_COLUMNS = 'lg:grid-rows-[fit-content(0)_auto_1fr] lg:gap-x-6'
const FAMILY_COLUMNS = 'lg:grid-cols-[minmax(0,1fr)_20rem]'
/** Beside the menu, the days need more of the width. */
const STAFF_COLUMNS = 'lg:grid-cols-[minmax(0,1fr)_17rem]'

type RegistrationFormProps = {
  form: RegistrationFormState
  errors: FieldMessages
  /** Counts submits. */
  attempts: number
  isSending: boolean
  onSubmit: () => void
  /** In place of the months, where the URL has one. */
  monthLink?: ReactNode
  /** Below a guest's details. */
  guestNotices?: ReactNode
  onAddChild?: (() => void) | undefined
  fullDays?: FullDays
  agreement?: { agree: string; missing: string }
}

/** Month, children or a guest's details, days, agreement and fees: one form for families, guests and staff. */
export function RegistrationForm(props: RegistrationFormProps) {
  const { form, errors, attempts, isSending, onSubmit, guestNotices, onAddChild, fullDays } = props
  const { isGuest, missing, toggleChild, calendar, days, payingChildren, hasOpenDay } = form
  // Families' page has its header in the left column; staff's has more in it.
  const isBesideHeader = !form.byStaff
  const agreementBox = useRef<HTMLInputElement>(null)
  const formElement = useScrollToMissing(attempts)
  const focusAgreement = useEffectEvent(() => {
    // The message is about children and days; where these are complete, focus what is missing.
    if (missing.length === 1 && missing[0] === 'agreement')
      agreementBox.current?.focus({ preventScroll: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each submit
  useEffect(() => focusAgreement(), [attempts])

  const feeSummary = {
    // Deferred after the clicked day, as in the calendar.
    choice: useDeferredValue(
      useMemo(() => ({ calendar, days, children: payingChildren }), [calendar, days, payingChildren]),
    ),
    isSending,
    disabled: !isGuest && form.children.data?.length === 0,
  }
  return (
    <Form
      draft={form.draft}
      ref={formElement}
      onSubmit={onSubmit}
      className={cx(
        'grid gap-5 lg:gap-y-0',
        hasOpenDay && WIDE_COLUMNS,
        hasOpenDay && (form.byStaff ? STAFF_COLUMNS : FAMILY_COLUMNS),
      )}
    >
      <MonthPart
        link={props.monthLink}
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
          onAdd={onAddChild}
          className={cx('lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mb-4', isBesideHeader && 'lg:-mt-24')}
        />
      )}
      <div className="grid gap-5 lg:col-start-1 lg:row-span-2 lg:row-start-2 lg:content-start lg:gap-4">
        {!hasOpenDay && <NoOpenDay form={form} />}
        <RegistrationCalendar form={form} fullDays={fullDays} />
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
            {guestNotices}
          </>
        )}
        {hasOpenDay && (
          <AgreementCard
            text={form.agreement}
            agreed={form.agreed}
            setAgreed={form.setAgreed}
            boxRef={agreementBox}
            missing={missing}
            wording={props.agreement}
          />
        )}
      </div>
      {hasOpenDay && <FeeSummary {...feeSummary} isGuest={isGuest} isBesideHeader={isBesideHeader} />}
    </Form>
  )
}

type MonthPartProps = Pick<
  RegistrationFormState,
  'isPreselected' | 'months' | 'month' | 'missing' | 'pickMonth'
> & { link: ReactNode }

/** The picker, or for a month in the URL a link back to it. */
const MonthPart = memo(function MonthPart({ link, ...form }: MonthPartProps) {
  const t = useTexts(en)
  const hintId = useId()
  const isMissing = form.missing.includes('month')
  if (form.isPreselected) return form.months.length < 2 ? null : link
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
function NoOpenDay({ form: { month, calendar, today, isGuest, byStaff } }: { form: RegistrationFormState }) {
  const t = useTexts(en).noOpenDay
  if (!month || !calendar) return null
  const isAnyFull = monthStates(calendar, today, { byStaff }).some(({ reason }) => reason === 'full')
  return (
    <Callout tone="warning" icon={<CalendarX />}>
      <p className="font-semibold">{t.title(month)}</p>
      <p>
        {t.text}
        {!isGuest && !byStaff && isAnyFull && ` ${t.watch}`}
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
