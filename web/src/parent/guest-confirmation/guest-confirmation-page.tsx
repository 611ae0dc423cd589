import { capitalize } from '@aftercare/domain/lib/capitalize'
import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleSlash, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLanguage, useTexts } from '../../language/language'
import { isClientError } from '../../lib/api-client'
import { getErrorMessage } from '../../lib/error-message'
import { programFacts } from '../../lib/program'
import { useParams } from '../../router/router'
import { Callout } from '../../ui/feedback/callout'
import { SkeletonCards } from '../../ui/feedback/skeleton'
import { ErrorState } from '../../ui/feedback/states'
import { Button, ButtonLink } from '../../ui/inputs/button'
import { Card } from '../../ui/layout/card'
import { Container } from '../../ui/layout/container'
import { PageHeader } from '../../ui/layout/page-header'
import { focusOnMount, linkErrorMessage, whenOf } from '../guest-links/link-page'
import { DayChips, dayChip } from '../submissions/day-chips'
import { type Unconfirmed, unconfirmedQuery, useConfirm } from './guest-confirmation.api'
import { en } from './texts/en'

/**
 * The page of the link with which guests confirm their email. It takes a press of the button: mail scanners open links
 * too.
 */
export default function GuestConfirmationPage() {
  const { secret = '' } = useParams()
  const t = useTexts(en)
  const { data, error, isPending, isError, refetch } = useQuery(unconfirmedQuery(secret))
  const confirm = useConfirm({ onError: (failure) => isClientError(failure) && void refetch() })
  return (
    <Container className="max-w-2xl">
      <PageHeader />
      {isPending && <SkeletonCards count={1} label={t.loading} />}
      {isError &&
        !data &&
        (isClientError(error) ? (
          <ErrorState title={t.invalid.title} message={linkErrorMessage(error, t.invalid.text)} />
        ) : (
          <ErrorState message={t.failed} onRetry={() => void refetch()} />
        ))}
      {data?.state === 'waiting' && (
        <Waiting
          request={data}
          error={confirm.error && (getErrorMessage(confirm.error) ?? t.confirmFailed)}
          isRefused={isClientError(confirm.error)}
          isSending={confirm.isPending}
          onConfirm={() => confirm.mutate(secret)}
        />
      )}
      {data?.state === 'confirmed' && (
        <Outcome tone="success" icon={<CircleCheck aria-hidden="true" />}>
          {data.is_waiting ? t.waiting : confirm.data ? t.confirmed : t.confirmedBefore}
        </Outcome>
      )}
      {data?.state === 'dropped' && (
        <div className="grid gap-4">
          <Outcome tone="warning" icon={<CircleSlash aria-hidden="true" />}>
            {t.dropped}
          </Outcome>
          <SendAgain />
        </div>
      )}
    </Container>
  )
}

type WaitingProps = {
  request: Unconfirmed
  error: string | null
  /** By the server, which may accept it later. */
  isRefused: boolean
  isSending: boolean
  onConfirm: () => void
}

function Waiting({ request, error, isRefused, isSending, onConfirm }: WaitingProps) {
  const t = useTexts(en)
  const language = useLanguage()
  const { month_name, year, dropin_date, selected_days, total_fee } = request
  const until = formatDateTime(request.confirm_by, programFacts().timeZone, language)
  return (
    <Card as="section" aria-label={dropin_date ? t.dropIn : t.registration} className="grid gap-5">
      <p className="font-display text-xl leading-tight font-bold">{capitalize(whenOf(request, language))}</p>
      {month_name && year && (
        <DayChips days={selected_days.map((n) => dayChip({ month_name, year }, n, language))} />
      )}
      {total_fee !== null && (
        <p className="flex items-baseline justify-between border-t-2 border-text pt-2.5">
          <b className="font-semibold">{t.totalFee}</b>
          <span className="font-display text-2xl font-extrabold tabular-nums">
            {formatUsd(toCents(total_fee))}
          </span>
        </p>
      )}
      {error && (
        <div role="alert">
          <Callout tone="danger" icon={<TriangleAlert aria-hidden="true" />}>
            <p className="font-semibold">{error}</p>
            {isRefused && <p>{t.stillHeld(until)}</p>}
          </Callout>
        </div>
      )}
      <p>{t.confirmBy(until)}</p>
      <Button block loading={isSending} onClick={onConfirm}>
        {t.confirm}
      </Button>
      {isRefused && <SendAgain />}
    </Card>
  )
}

/** Takes the focus: the button that had it is gone. */
function Outcome({
  children,
  ...callout
}: {
  tone: 'success' | 'warning'
  icon: ReactNode
  children: string
}) {
  return (
    <Callout {...callout}>
      <p ref={focusOnMount} tabIndex={-1}>
        {children}
      </p>
    </Callout>
  )
}

const SendAgain = () => (
  <ButtonLink variant="quiet" block to="/guest-portal">
    {useTexts(en).sendAgain}
  </ButtonLink>
)
