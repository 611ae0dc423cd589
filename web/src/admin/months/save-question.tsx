import { WEEKDAY_NAMES, weekday } from '@aftercare/domain/lib/days'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { closedByChange, reinstatedByChange } from '@aftercare/domain/months/cancelled-days'
import {
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
import { useState } from 'react'
import { Spinner } from '../../ui/feedback/spinner'
import { Button } from '../../ui/inputs/button'
import { Dialog } from '../../ui/overlays/dialog'
import { CreditChoices, FeeChoices } from './fee-choices'
import { useFeesOfDays, useRegistrationCounts } from './months.admin.api'
import type { MonthForm } from './use-month-form'

const TYPE_WORDS: Record<DayType, string> = { ...DAY_TYPE_LABELS, noon: 'Noon', early: '2:30' }

type Retyped = { n: number; text: string }

/** "Monday 23: Regular to Noon, 33 children" */
export function retypedDays(
  before: MonthCalendar,
  after: MonthCalendar,
  booked: Readonly<Record<string, number>>,
): Retyped[] {
  return dayNumbers(before).flatMap((n) => {
    const [from, to] = [dayType(before, n), dayType(after, n)]
    const count = booked[String(n)] ?? 0
    const date = dateInMonth(before, n)
    if (from === to || count === 0 || date === null) return []
    const name = `${WEEKDAY_NAMES[weekday(date)]} ${n}`
    const text = `${name}: ${TYPE_WORDS[from]} to ${TYPE_WORDS[to]}, ${pluralize(count, 'child', 'children')}`
    return [{ n, text }]
  })
}

type Save = 'save' | 'publish' | 'moveToDraft'

/** Asks before a save changes the type of days with booked children, and about their fees. */
export function useSaveQuestion(form: MonthForm) {
  const [asked, setAsked] = useState<Save | null>(null)
  const { data } = useRegistrationCounts(form.row.id)
  const before = toMonthCalendar(form.row)
  const retyped = retypedDays(before, form.calendar, data?.taken ?? {})
  const run = (save: Save) => () => {
    if (form.conflict || retyped.length === 0) form[save]()
    else setAsked(save)
  }
  return {
    form: { ...form, save: run('save'), publish: run('publish'), moveToDraft: run('moveToDraft') },
    dialog: asked && (
      <SaveQuestionDialog
        form={form}
        before={before}
        retyped={retyped}
        onCancel={() => setAsked(null)}
        onSave={(choices) => {
          setAsked(null)
          form[asked](choices)
        }}
      />
    ),
  }
}

type SaveQuestionProps = {
  form: MonthForm
  before: MonthCalendar
  retyped: readonly Retyped[]
  onCancel: () => void
  onSave: (choices: { fees?: FeeChoice; credits?: CreditChoice }) => void
}

function SaveQuestionDialog({ form, before, retyped, onCancel, onSave }: SaveQuestionProps) {
  const [fees, setFees] = useState<FeeChoice>('credit')
  const [credits, setCredits] = useState<CreditChoice>('undo')
  const isBooked = (n: number) => retyped.some((day) => day.n === n)
  const cancelled = closedByChange(before, form.calendar).filter(isBooked)
  const reinstated = reinstatedByChange(before.cancelledDays, form.calendar).filter(isBooked)
  const found = useFeesOfDays(form.row.id, [...cancelled, ...reinstated])
  const sumOf = (days: readonly number[]) => {
    const own = found.filter(({ day }) => days.includes(day))
    const sum = (key: 'families' | 'fees' | 'credits') => own.reduce((total, day) => total + day[key], 0)
    return { families: sum('families'), fees: sum('fees'), credits: sum('credits') }
  }
  const isReady = found.length === cancelled.length + reinstated.length
  const undone = sumOf(reinstated)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={`Save ${monthLabel(form.row)}?`}
      description="Children are booked on days whose type changes. No email is sent."
      width="normal"
      footer={
        <>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            disabled={!isReady}
            onClick={() =>
              onSave({ ...(cancelled.length > 0 && { fees }), ...(reinstated.length > 0 && { credits }) })
            }
          >
            Save
          </Button>
        </>
      }
    >
      <ul className="grid gap-1 font-strong">
        {retyped.map(({ n, text }) => (
          <li key={n}>{text}</li>
        ))}
      </ul>
      {!isReady && <Spinner label="Loading..." />}
      {isReady && cancelled.length > 0 && (
        <div className="mt-4">
          <FeeChoices {...sumOf(cancelled)} value={fees} onValueChange={setFees} />
        </div>
      )}
      {isReady && undone.credits > 0 && (
        <div className="mt-4">
          <CreditChoices {...undone} value={credits} onValueChange={setCredits} />
        </div>
      )}
    </Dialog>
  )
}
