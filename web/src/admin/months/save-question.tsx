import { WEEKDAY_NAMES, weekday } from '@aftercare/domain/lib/days'
import { formatUsd, sumCents, toCents } from '@aftercare/domain/lib/money'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { closedByChange, reinstatedByChange } from '@aftercare/domain/months/cancelled-days'
import {
  CANCELLED_LABEL,
  DAY_TYPE_LABELS,
  type DayType,
  dateInMonth,
  dayNumbers,
  dayType,
  type MonthCalendar,
  monthLabel,
  toMonthCalendar,
} from '@aftercare/domain/months/months'
import type { CreditChoice, FeeChoice } from '@aftercare/domain/pricing/credits'
import { useEffect, useEffectEvent, useState } from 'react'
import { Spinner } from '../../ui/feedback/spinner'
import { TableError } from '../../ui/feedback/states'
import { Button } from '../../ui/inputs/button'
import { Dialog } from '../../ui/overlays/dialog'
import { CreditChoices, FeeChoices, familiesAndAmount } from './fee-choices'
import { type DayFees, useFeesOfDays, useRegistrationCounts } from './months.api'
import type { MonthForm } from './use-month-form'

const TYPE_WORDS: Record<DayType, string> = { ...DAY_TYPE_LABELS, noon: 'Noon', early: '2:30' }

type Retyped = { n: number; text: string }

/** "Monday 23: Regular to Noon, 33 children" */
export function retypedDays(
  before: MonthCalendar,
  after: MonthCalendar,
  booked: Readonly<Record<string, number>>,
): Retyped[] {
  return changedTypes(before, after).flatMap((n) => {
    const count = booked[String(n)] ?? 0
    const date = dateInMonth(before, n)
    if (count === 0 || date === null) return []
    const name = `${WEEKDAY_NAMES[weekday(date)]} ${n}`
    const from = before.cancelledDays.includes(n) ? CANCELLED_LABEL : TYPE_WORDS[dayType(before, n)]
    const to = TYPE_WORDS[dayType(after, n)]
    return [{ n, text: `${name}: ${from} to ${to}, ${pluralize(count, 'child', 'children')}` }]
  })
}

const changedTypes = (before: MonthCalendar, after: MonthCalendar): number[] =>
  dayNumbers(before).filter((n) => dayType(before, n) !== dayType(after, n))

const SAVE_LABELS = { save: 'Save', publish: 'Save & Publish', moveToDraft: 'Move to draft' } as const

type Save = keyof typeof SAVE_LABELS

/** Asks before a save changes the type of days with booked children, and about their fees. */
export function useSaveQuestion(form: MonthForm) {
  const [asked, setAsked] = useState<{ save: Save; isCounting: boolean } | null>(null)
  const { data, isError, isPaused, refetch } = useRegistrationCounts(form.row.id)
  const before = toMonthCalendar(form.row)
  const retyped = data && retypedDays(before, form.calendar, data.taken)
  const needsNoAnswer = retyped ? retyped.length === 0 : changedTypes(before, form.calendar).length === 0
  const run = (save: Save) => () => {
    if (form.conflict || needsNoAnswer) form[save]()
    else setAsked({ save, isCounting: !retyped })
  }
  // Asked before it was known who is booked: with nobody booked there is no question. After an error or a lost connection
  // there is one, because it may be long ago.
  const isCounted = asked?.isCounting === true && (isError || isPaused || retyped !== undefined)
  const onCounted = useEffectEvent(() => {
    if (!asked) return
    setAsked(needsNoAnswer ? null : { ...asked, isCounting: false })
    if (needsNoAnswer) form[asked.save]()
  })
  useEffect(() => {
    if (isCounted) onCounted()
  }, [isCounted])
  return {
    form: { ...form, save: run('save'), publish: run('publish'), moveToDraft: run('moveToDraft') },
    dialog: asked && (
      <SaveQuestionDialog
        form={form}
        before={before}
        retyped={asked.isCounting ? undefined : retyped}
        onRetry={isError ? () => void refetch() : undefined}
        saveLabel={SAVE_LABELS[asked.save]}
        onCancel={() => setAsked(null)}
        onSave={(choices) => {
          setAsked(null)
          form[asked.save](choices)
        }}
      />
    ),
  }
}

type SaveQuestionProps = {
  form: MonthForm
  before: MonthCalendar
  /** Undefined until it is known who is booked. */
  retyped: readonly Retyped[] | undefined
  /** Set when loading that failed. */
  onRetry: (() => void) | undefined
  saveLabel: string
  onCancel: () => void
  onSave: (choices: { fees?: FeeChoice; credits?: CreditChoice }) => void
}

function SaveQuestionDialog(props: SaveQuestionProps) {
  const { form, before, retyped, onRetry, saveLabel, onCancel, onSave } = props
  const [fees, setFees] = useState<FeeChoice>('credit')
  const [credits, setCredits] = useState<CreditChoice>('undo')
  const isBooked = (n: number) => retyped?.some((day) => day.n === n) ?? false
  const cancelled = closedByChange(before, form.calendar).filter(isBooked)
  const reinstated = reinstatedByChange(before.cancelledDays, form.calendar).filter(isBooked)
  const found = useFeesOfDays(form.row.id, [...cancelled, ...reinstated])
  const feesOn = (days: readonly number[]) => found.data?.filter(({ day }) => days.includes(day)) ?? []
  const feesDue = feesOn(cancelled)
  const credited = feesOn(reinstated).filter((day) => day.credits > 0)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={`Save ${monthLabel(form.row)}?`}
      description={descriptionOf(retyped)}
      width="normal"
      footer={
        <>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            disabled={!retyped || !found.data}
            onClick={() =>
              onSave({ ...(cancelled.length > 0 && { fees }), ...(reinstated.length > 0 && { credits }) })
            }
          >
            {saveLabel}
          </Button>
        </>
      }
    >
      {!retyped && <Loading what="who is registered" onRetry={onRetry} />}
      {retyped && !found.data && (
        <Loading what="the fees" onRetry={found.isError ? () => void found.refetch() : undefined} />
      )}
      <div className="grid gap-4">
        {/* What concerns money comes first, so that a long list doesn't hide it. */}
        <DayList
          days={retyped?.filter(({ n }) => cancelled.includes(n))}
          amounts={amountsByDay(feesDue, 'fees')}
        />
        {feesDue.length > 0 && (
          <FeeChoices amount={totalAmount(feesDue, 'fees')} value={fees} onValueChange={setFees} />
        )}
        <DayList
          days={retyped?.filter(({ n }) => reinstated.includes(n))}
          amounts={amountsByDay(credited, 'credits')}
        />
        {credited.length > 0 && (
          <CreditChoices
            amount={totalAmount(credited, 'credits')}
            value={credits}
            onValueChange={setCredits}
          />
        )}
        <DayList days={retyped?.filter(({ n }) => !cancelled.includes(n) && !reinstated.includes(n))} />
      </div>
    </Dialog>
  )
}

function descriptionOf(retyped: readonly Retyped[] | undefined): string {
  if (!retyped) return 'Children may be booked on days whose type changes.'
  const who = retyped.length === 0 ? 'Nobody is' : 'Children are'
  return `${who} booked on days whose type changes. No email is sent.`
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
          <span className="block font-strong text-pretty">{text}</span>
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
