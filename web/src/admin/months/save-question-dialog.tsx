import { formatUsd, sumCents, toCents } from '@aftercare/domain/lib/money'
import { closedByChange, reinstatedByChange } from '@aftercare/domain/months/cancelled-days'
import { dateInMonth, type MonthCalendar } from '@aftercare/domain/months/months'
import type { CreditChoice, FeeChoice } from '@aftercare/domain/pricing/credits'
import { useRef, useState } from 'react'
import { FormDialog } from '../../lib/form-dialog'
import { Spinner } from '../../ui/feedback/spinner'
import { TableError } from '../../ui/feedback/states'
import { CancelledMessage } from './cancelled-message'
import { CreditChoices, FeeChoices, familiesAndAmount } from './fee-choices'
import { type DayFees, useFeesOfDays } from './months.api'
import { useCancelledMessage } from './use-cancelled-message'
import type { MonthForm, SaveChoices } from './use-month-form'

/** A day with booked children whose type changes. */
export type Retyped = { n: number; text: string }

type SaveQuestionProps = {
  form: MonthForm
  before: MonthCalendar
  after: MonthCalendar
  /** Undefined until it is known who is booked. */
  retyped: readonly Retyped[] | undefined
  /** Set when loading that failed. */
  onRetry: (() => void) | undefined
  title: string
  /** By default, that children are booked. */
  description?: string
  labels: readonly [cancel: string, save: string]
  onCancel: () => void
  onSave: (choices: SaveChoices) => void
}

export function SaveQuestionDialog(props: SaveQuestionProps) {
  const { form, onRetry, title, description, labels, onCancel, onSave } = props
  const isSaving = form.saving !== null
  const { before, after, retyped } = useFrozen(props, isSaving)
  const [fees, setFees] = useState<FeeChoice>('credit')
  const [credits, setCredits] = useState<CreditChoice>('undo')
  const isBooked = (n: number) => retyped?.some((day) => day.n === n) ?? false
  const cancelled = closedByChange(before, after).filter(isBooked)
  const reinstated = reinstatedByChange(before.cancelledDays, after).filter(isBooked)
  const found = useFeesOfDays(form.row.id, [...cancelled, ...reinstated])
  const current = useCancelledMessage(
    cancelled.flatMap((n) => dateInMonth(before, n) ?? []),
    form.message.values,
    form.message.change,
  )
  const message = useFrozen(current, isSaving)
  const feesOn = (days: readonly number[]) => found.data?.filter(({ day }) => days.includes(day)) ?? []
  const feesDue = feesOn(cancelled)
  const credited = feesOn(reinstated).filter((day) => day.credits > 0)
  const isLoaded = retyped !== undefined && found.data !== undefined && message.isLoaded

  function submit() {
    const written = isLoaded ? message.check() : null
    if (!written) return
    onSave({
      ...(cancelled.length > 0 && { fees, ...written }),
      ...(reinstated.length > 0 && { credits }),
    })
  }

  return (
    <FormDialog
      draft={{ isUnsaved: message.isTyped }}
      unsavedText="Your message hasn't been sent and will be lost."
      title={title}
      description={description ?? descriptionOf(retyped, message.families !== undefined)}
      width="normal"
      dismissible={!message.isTyped}
      loading={isSaving}
      cancelLabel={labels[0]}
      saveLabel={labels[1]}
      disabled={!isLoaded}
      onSubmit={submit}
      onClose={onCancel}
    >
      {!retyped && <Loading what="who is registered" onRetry={onRetry} />}
      {retyped && !found.data && (
        <Loading what="the fees" onRetry={found.isError ? () => void found.refetch() : undefined} />
      )}
      {retyped && found.data && !message.isLoaded && (
        <Loading what="the families" onRetry={message.onRetry} />
      )}
      {/* What concerns money comes first, so that a long list doesn't hide it. */}
      <DayList
        days={retyped?.filter(({ n }) => cancelled.includes(n))}
        amounts={amountsByDay(feesDue, 'fees')}
      />
      {feesDue.length > 0 && (
        <FeeChoices amount={totalAmount(feesDue, 'fees')} value={fees} onValueChange={setFees} />
      )}
      <CancelledMessage message={message} />
      <DayList
        days={retyped?.filter(({ n }) => reinstated.includes(n))}
        amounts={amountsByDay(credited, 'credits')}
      />
      {credited.length > 0 && (
        <CreditChoices amount={totalAmount(credited, 'credits')} value={credits} onValueChange={setCredits} />
      )}
      <DayList days={retyped?.filter(({ n }) => !cancelled.includes(n) && !reinstated.includes(n))} />
    </FormDialog>
  )
}

/** The question as it was answered: while it is being saved, a live update may already be the result. */
function useFrozen<T>(value: T, isFrozen: boolean): T {
  const last = useRef(value)
  if (!isFrozen) last.current = value
  return last.current
}

/** Where families can be written to, the check box says whether an email is sent. */
function descriptionOf(retyped: readonly Retyped[] | undefined, canWrite: boolean): string {
  if (!retyped) return 'Children may be booked on days whose type changes.'
  const who = retyped.length === 0 ? 'Nobody is' : 'Children are'
  return `${who} booked on days whose type changes.${canWrite ? '' : ' No email is sent.'}`
}

type Money = 'fees' | 'credits'

/** Several days share families, so each day names its own and the choice names the sum. */
const amountsByDay = (days: readonly DayFees[], money: Money): Record<number, string> =>
  days.length < 2
    ? {}
    : Object.fromEntries(days.map((day) => [day.day, familiesAndAmount(day.families, day[money])]))

function totalAmount(days: readonly DayFees[], money: Money): string {
  const [first, ...others] = days
  if (first && others.length === 0) return familiesAndAmount(first.families, first[money])
  return `${days.length} days, ${formatUsd(sumCents(days.map((day) => toCents(day[money]))))}`
}

type DayListProps = { days: readonly Retyped[] | undefined; amounts?: Record<number, string> }

function DayList({ days = [], amounts = {} }: DayListProps) {
  if (days.length === 0) return null
  return (
    <ul className="divide-y divide-line">
      {days.map(({ n, text }) => (
        <li key={n} className="py-1">
          <span className="block font-semibold text-pretty">{text}</span>
          {amounts[n] && <span className="block text-note text-muted">{amounts[n]}</span>}
        </li>
      ))}
    </ul>
  )
}

function Loading({ what, onRetry }: { what: string; onRetry: (() => void) | undefined }) {
  return onRetry ? (
    <TableError message={`We couldn't load ${what}.`} onRetry={onRetry} />
  ) : (
    <Spinner label="Loading..." />
  )
}
