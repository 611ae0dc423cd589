import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { WEEKDAY_NAMES, weekday } from '@aftercare/domain/lib/days'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { retypeDay } from '@aftercare/domain/months/month-editing'
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
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useRegistrationCounts } from './months.api'
import { type Retyped, SaveQuestionDialog } from './save-question-dialog'
import type { MonthForm, SaveChoices } from './use-month-form'

const TYPE_WORDS: Record<DayType, string> = { ...DAY_TYPE_LABELS, noon: 'Noon', early: '2:30' }

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

/** Asks before a save changes the type of days with booked children, or a day is cancelled; about fees and families. */
export function useSaveQuestion(form: MonthForm) {
  const [asked, setAsked] = useState<{ save: Save; isCounting: boolean } | null>(null)
  const [cancelling, setCancelling] = useState<number | null>(null)
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
  // Open until then, so that the second click of a double click doesn't reach a day below.
  const isSaving = form.saving !== null
  const wasSaving = useRef(isSaving)
  useLayoutEffect(() => {
    if (wasSaving.current && !isSaving) {
      setAsked(null)
      setCancelling(null)
    }
    wasSaving.current = isSaving
  }, [isSaving])
  const shared = {
    form,
    before,
    onRetry: isError ? () => void refetch() : undefined,
    onCancel: () => {
      form.message.clear()
      setAsked(null)
      setCancelling(null)
    },
  }
  const questionOf = (day: number, date: string) => {
    const after = retypeDay(before, day, 'unavailable')
    return (
      <SaveQuestionDialog
        {...shared}
        after={after}
        retyped={data && retypedDays(before, after, data.taken)}
        title={`Cancel ${formatWeekdayDate(date)}?`}
        description="The day becomes Unavailable. The children stay registered."
        labels={['Keep this day', 'Cancel this day']}
        onSave={(choices: SaveChoices) => form.cancelDay(day, choices)}
      />
    )
  }
  const cancelledOn = cancelling === null ? null : dateInMonth(before, cancelling)
  return {
    form: { ...form, save: run('save'), publish: run('publish'), moveToDraft: run('moveToDraft') },
    askToCancel: setCancelling,
    dialog:
      cancelling !== null && cancelledOn !== null
        ? questionOf(cancelling, cancelledOn)
        : asked && (
            <SaveQuestionDialog
              {...shared}
              after={form.calendar}
              retyped={asked.isCounting ? undefined : retyped}
              title={`Save ${monthLabel(form.row)}?`}
              labels={['Cancel', SAVE_LABELS[asked.save]]}
              onSave={(choices: SaveChoices) => form[asked.save](choices)}
            />
          ),
  }
}
