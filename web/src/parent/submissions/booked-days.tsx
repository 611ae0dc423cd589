import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { dayOf } from '@aftercare/domain/lib/days'
import { isolate } from '@aftercare/domain/lib/isolate'
import { isOpenType } from '@aftercare/domain/months/months'
import { useState } from 'react'
import type { Submission } from '../../features/submissions/submissions.api'
import { useLanguage, useTexts } from '../../language/language'
import { useToday } from '../../lib/program'
import type { DayCell } from '../../ui/month-calendar/day-cell'
import { MonthCalendar } from '../../ui/month-calendar/month-calendar'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { childNameOf } from './submission-summary'
import { en } from './texts/en'
import { useAbsence } from './use-absence'

type BookedDaysProps = {
  submission: Submission
  year: number
  monthIndex: number
  cells: readonly DayCell[]
}

/** The registration's calendar: a coming booked day opens the question whether the child comes. */
export function BookedDays({ submission, year, monthIndex, cells }: BookedDaysProps) {
  const t = useTexts(en).absence
  const language = useLanguage()
  const today = useToday()
  const [openDay, setOpenDay] = useState<number | null>(null)
  const absence = useAbsence(submission.id, { onEnd: () => setOpenDay(null) })
  const isAbsentOn = (n: number) => submission.absent_days.includes(n)
  const days = cells.map((cell) => {
    const isComing = dayOf(year, monthIndex, cell.day) >= today
    const opens = Boolean(cell.selected) && !cell.cancelled && isOpenType(cell.type) && isComing
    return { ...cell, opens, ...(cell.selected && isAbsentOn(cell.day) && { label: t.notComing }) }
  })
  const date = openDay === null ? null : dayOf(year, monthIndex, openDay)
  const isAbsent = openDay !== null && isAbsentOn(openDay)
  const child = isolate(childNameOf(submission))
  const when = date ? formatWeekdayDate(date, language) : ''
  return (
    <div>
      <MonthCalendar mode="read" monthIndex={monthIndex} year={year} cells={days} onOpenDay={setOpenDay} />
      {days.some(({ opens }) => opens) && <p className="mt-2 text-sm text-muted">{t.hint}</p>}
      <ConfirmDialog
        open={date !== null}
        onOpenChange={(open) => !open && setOpenDay(null)}
        title={when}
        description={isAbsent ? t.isAbsent(child) : t.isComing(child)}
        confirmLabel={isAbsent ? t.comingAfterAll : t.notComing}
        variant="primary"
        loading={absence.isPending}
        onConfirm={() =>
          date &&
          absence.mutate({
            date,
            isComing: isAbsent,
            done: isAbsent ? [t.undone(child, date)] : [t.marked(child, date), t.feeStays],
          })
        }
      />
    </div>
  )
}
