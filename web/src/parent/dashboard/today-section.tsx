import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { minutesInZone } from '@aftercare/domain/lib/days'
import { isolate } from '@aftercare/domain/lib/isolate'
import type { Language } from '@aftercare/domain/lib/language'
import { formatTimeInZone, formatTimeOfDay, minutesOf } from '@aftercare/domain/lib/time-of-day'
import { isOpenType } from '@aftercare/domain/months/months'
import { useState } from 'react'
import { useLanguage, useTexts } from '../../language/language'
import { programFacts, serverNow, useProgramTime } from '../../lib/program'
import { Avatar } from '../../ui/data/avatar'
import { Button } from '../../ui/inputs/button'
import { Card } from '../../ui/layout/card'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import type { Child } from '../children/children.api'
import { useAbsence } from '../submissions/use-absence'
import { en } from './texts/en'
import type { ChildToday, OwnToday } from './today.api'

/** Who is in aftercare today, with a button to report an absence. Empty on a day without booked children. */
export function TodaySection({
  today,
  childRows,
}: {
  today: OwnToday | undefined
  childRows: readonly Child[]
}) {
  const t = useTexts(en).today
  const language = useLanguage()
  const isPast = usePastPickup(today?.pickup_time)
  if (!today || today.children.length === 0) return null
  return (
    <Card as="section" aria-labelledby="today" className="mt-4 px-4 py-3.5 sm:px-5">
      <h2 id="today" className="flex flex-wrap items-baseline gap-x-2.5 text-xl">
        {t.title}
        <span className="font-sans text-base font-normal text-muted">
          {formatWeekdayDate(today.date, language)}
        </span>
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {today.children.map((child) => (
          <ChildItem
            key={child.submission_id}
            child={child}
            today={today}
            index={faceOf(child, childRows)}
            isPast={isPast}
          />
        ))}
      </ul>
    </Card>
  )
}

type ChildItemProps = { child: ChildToday; today: OwnToday; index: number; isPast: boolean }

function ChildItem({ child, today, index, isPast }: ChildItemProps) {
  const t = useTexts(en).today
  const language = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const absence = useAbsence(child.submission_id, { onEnd: () => setAsking(false) })
  const name = isolate(child.child_name)
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 py-2.5 last:pb-0 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Avatar name={child.child_name} index={index} />
      <span>
        <span id={`today-${child.submission_id}`} className="block font-semibold wrap-anywhere">
          {child.child_name}
        </span>
        <span className="block text-sm text-muted">
          {today.is_cancelled && child.state === 'expected'
            ? t.cancelled
            : stateMessage(child, today, t, language)}
        </span>
      </span>
      {actionOf(child, isPast) && (
        <Button
          variant="plain"
          aria-describedby={`today-${child.submission_id}`}
          loading={absence.isPending}
          className="col-start-2 -my-1 -ml-3 justify-self-start sm:col-start-3 sm:ml-0"
          onClick={() =>
            child.can_undo_absence
              ? absence.mutate({ isComing: true, done: [t.undone(name)] })
              : setAsking(true)
          }
        >
          {child.can_undo_absence ? t.undo : t.notComing}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t.confirmTitle(name)}
        description={t.confirmText}
        confirmLabel={t.confirm}
        variant="primary"
        loading={absence.isPending}
        onConfirm={() => absence.mutate({ isComing: false, done: [t.marked(name), t.markedText] })}
      />
    </li>
  )
}

/** The same colour as in the child chips. */
const faceOf = ({ child_name }: ChildToday, childRows: readonly Child[]) =>
  Math.max(
    0,
    childRows.findIndex(({ name }) => name === child_name),
  )

/** Whether the family can still report or undo an absence. */
const actionOf = (child: ChildToday, isPast: boolean): boolean =>
  child.can_undo_absence || (child.can_report_absence && hasAftercare(child) && !isPast)

const hasAftercare = ({ dismissal }: ChildToday) => isOpenType(dismissal)

function stateMessage(
  child: ChildToday,
  { pickup_time }: OwnToday,
  t: typeof en.today,
  language: Language,
): string {
  const at = (instant: string | null) =>
    instant ? formatTimeInZone(instant, programFacts().timeZone, language) : ''
  if (child.state === 'here') return t.here(at(child.arrived_at))
  if (child.state === 'gone') return t.pickedUp(at(child.left_at))
  if (child.state === 'not_coming') return child.can_undo_absence ? t.notComing : t.notComingByStaff
  if (!hasAftercare(child)) return t.noAftercare
  return t.expected(formatTimeOfDay(child.dismissal_time, language), formatTimeOfDay(pickup_time, language))
}

/** True from pick-up time on; updates on a page that stays open. */
function usePastPickup(pickupTime: string | undefined): boolean {
  return useProgramTime(
    () =>
      pickupTime !== undefined &&
      minutesInZone(serverNow(), programFacts().timeZone) >= minutesOf(pickupTime),
  )
}
