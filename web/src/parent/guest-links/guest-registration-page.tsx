import { approvalState } from '@aftercare/domain/drop-ins/approvals'
import { capitalize } from '@aftercare/domain/lib/capitalize'
import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import type { Day } from '@aftercare/domain/lib/days'
import { formatInstantDate } from '@aftercare/domain/lib/instants-format'
import type { Language } from '@aftercare/domain/lib/language'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { isMonthEditable } from '@aftercare/domain/months/months'
import { cancelledCareText } from '@aftercare/domain/statement/statement'
import { en as enStatement } from '@aftercare/domain/statement/texts/en'
import { daysOfCare, formatDayCount } from '@aftercare/domain/submissions/day-count'
import { useQuery } from '@tanstack/react-query'
import { CalendarDays, CircleSlash, Zap } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ApprovalNote } from '../../features/submissions/approval-note'
import { GivenUpDays } from '../../features/submissions/given-up-days'
import { useLanguage, useTexts } from '../../language/language'
import { richText } from '../../language/rich-text'
import { isClientError } from '../../lib/api-client'
import { programFacts, useToday } from '../../lib/program'
import { Link, useParams } from '../../router/router'
import { Callout } from '../../ui/feedback/callout'
import { SkeletonCards } from '../../ui/feedback/skeleton'
import { ErrorState } from '../../ui/feedback/states'
import { Card } from '../../ui/layout/card'
import { Container } from '../../ui/layout/container'
import { PageHeader } from '../../ui/layout/page-header'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import { LINK_IN_TEXT } from '../../ui/link-in-text'
import { useProgram } from '../../ui/program'
import { CancelRequestBox } from '../submissions/cancel-request'
import { DayChips, dayChip } from '../submissions/day-chips'
import { en as enWithdraw } from '../submissions/texts/withdraw.en'
import { WithdrawDropIn } from '../submissions/withdraw-drop-in'
import {
  createGuestCancelRequest,
  guestRegistrationQuery,
  type LinkedRegistration,
  withdrawGuestDropIn,
} from './guest-links.api'
import { focusOnMount, linkErrorMessage, whenOf } from './link-page'
import { en } from './texts/en'

/** Half as much code as the page, and few change their days. */
const GuestDays = lazyWithRetry(
  () => import('./guest-days'),
  (m) => m.GuestDays,
  { renderError: () => null, fallback: <div className="min-h-tap" /> },
)

/** The page of a guest's private link. */
export default function GuestRegistrationPage() {
  const { secret = '' } = useParams()
  const t = useTexts(en)
  const [withdrawn, setWithdrawn] = useState<Day | null>(null)
  // The link ends with the drop-in.
  const registration = useQuery({ ...guestRegistrationQuery(secret), enabled: withdrawn === null })
  const { error, refetch } = registration
  const hasEnded = isClientError(error) && error.code === 'invalid-guest-link'
  const data = hasEnded ? undefined : registration.data
  if (withdrawn !== null) return <Withdrawn day={withdrawn} />
  return (
    <Container className="max-w-2xl">
      <PageHeader title={data?.dropin_date ? t.dropInTitle : undefined} />
      {registration.isPending && <SkeletonCards count={1} label={t.loading} />}
      {error &&
        !data &&
        (isClientError(error) ? (
          <ErrorState title={t.invalid.title} message={linkErrorMessage(error, t.invalid.text)} />
        ) : (
          <ErrorState message={t.failed} onRetry={() => void refetch()} />
        ))}
      {data && <GuestRegistrationDetails registration={data} secret={secret} onWithdrawn={setWithdrawn} />}
    </Container>
  )
}

function Withdrawn({ day }: { day: Day }) {
  const t = useTexts(en)
  const { done } = useTexts(enWithdraw)
  return (
    <Container className="max-w-2xl">
      <PageHeader title={t.dropInTitle} />
      <Callout icon={<CircleSlash />}>
        <p ref={focusOnMount} tabIndex={-1}>
          {done(formatWeekdayDate(day, useLanguage()))}
        </p>
      </Callout>
    </Container>
  )
}

function GuestRegistrationDetails({
  registration,
  secret,
  onWithdrawn,
}: {
  registration: LinkedRegistration
  secret: string
  onWithdrawn: (day: Day) => void
}) {
  const t = useTexts(en)
  const language = useLanguage()
  const { timeZone } = programFacts()
  const { contactEmail } = useProgram()
  const today = useToday()
  const { dropin_date, may_withdraw } = registration
  const isDropIn = dropin_date !== null
  // The day may have begun since the page was loaded.
  const isWaiting = approvalState(registration.status, dropin_date, today) === 'waiting'
  const cancelledDays = cancelledCareText(careOf(registration), 0, useTexts(enStatement))
  return (
    <>
      <Card as="section" aria-label={isDropIn ? t.dropIn : t.registration} className="grid gap-5">
        <p className="flex items-center gap-3">
          <span
            aria-hidden="true"
            className={`grid size-11 flex-none place-items-center rounded-control [&_svg]:size-5.5 ${
              isDropIn ? 'bg-warning text-on-warning' : 'bg-day-regular text-day-regular-ink'
            }`}
          >
            {isDropIn ? <Zap /> : <CalendarDays />}
          </span>
          <span className="font-display text-xl leading-tight font-bold">
            {capitalize(whenOf(registration, language))}
          </span>
        </p>
        {registration.cancellation && (
          <Callout tone="danger" icon={<CircleSlash />}>
            <p>
              <b>
                {t.cancelledOn(formatInstantDate(registration.cancellation.cancelled_at, timeZone, language))}
              </b>
              <GivenUpDays cancellation={registration.cancellation} submission={registration} />
            </p>
          </Callout>
        )}
        {!isDropIn && !registration.cancellation && <DayChips days={chipsOf(registration, language)} />}
        <ApprovalNote submission={registration} isDayCancelled={registration.cancelled_days.length > 0} />
        {cancelledDays && registration.status !== 'waiting' && (
          <Callout tone="warning" icon={<CircleSlash />}>
            {cancelledDays}
          </Callout>
        )}
        <p className="flex items-baseline justify-between border-t-2 border-text pt-2.5">
          <span>
            <b className="font-semibold">{t.totalFee}</b>{' '}
            {!registration.cancellation && (
              <span className="text-muted">
                {formatDayCount(registration.selected_days, registration.cancelled_days, language)}
              </span>
            )}
          </span>
          <span className="font-display text-2xl font-extrabold tabular-nums">
            {formatUsd(toCents(registration.total_fee))}
          </span>
        </p>
        {registration.agreed_at && (
          <p className="text-muted">
            {(registration.agreed_by_phone ? t.agreedByPhoneOn : t.agreedOn)(
              formatInstantDate(registration.agreed_at, timeZone, language),
            )}
          </p>
        )}
        {dropin_date && may_withdraw && (dropin_date > today || isWaiting) && (
          <div>
            <WithdrawDropIn
              day={dropin_date}
              send={() => withdrawGuestDropIn(secret)}
              onWithdrawn={() => onWithdrawn(dropin_date)}
            />
          </div>
        )}
        {!isDropIn && <GuestDays registration={registration} secret={secret} />}
        {!isDropIn && !registration.cancellation && (
          <CancelRequestBox
            name="guest asks to cancel"
            request={registration.cancel_request}
            mayAsk={!registration.is_claimed && isAhead(registration, today)}
            send={(text) => createGuestCancelRequest(secret, text)}
          />
        )}
      </Card>
      <Help>
        {richText(registration.is_claimed ? t.claimed : t.help, {
          email: (
            <a href={`mailto:${contactEmail}`} className={LINK_IN_TEXT}>
              {contactEmail}
            </a>
          ),
          signIn: (
            <Link to="/auth" className={LINK_IN_TEXT}>
              {t.signIn}
            </Link>
          ),
          create: (
            <Link to="/auth" state={{ tab: 'sign-up' }} className={LINK_IN_TEXT}>
              {t.create}
            </Link>
          ),
        })}
      </Help>
    </>
  )
}

const Help = ({ children }: { children: ReactNode }) => (
  <p className="mt-4 max-w-[65ch] text-muted">{children}</p>
)

const isAhead = ({ month_name, year }: LinkedRegistration, today: string) =>
  month_name !== null && year !== null && isMonthEditable({ month_name, year }, today)

function chipsOf(registration: LinkedRegistration, language: Language): string[] {
  const { month_name, year, selected_days, cancelled_days } = registration
  return daysOfCare(selected_days, cancelled_days).map((n) =>
    month_name && year ? dayChip({ month_name, year }, n, language) : String(n),
  )
}

const careOf = ({ month_name, year, dropin_date, selected_days, cancelled_days }: LinkedRegistration) => ({
  month: month_name && year ? { month_name, year } : null,
  dropInDate: dropin_date,
  selectedDays: selected_days,
  cancelledDays: cancelled_days,
})
