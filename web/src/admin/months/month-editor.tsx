import { monthIndexOf } from '@aftercare/domain/lib/days'
import { daysOverSeats } from '@aftercare/domain/months/month-editing'
import {
  DAY_TYPE_LABELS,
  type DayType,
  dayType,
  isOpenType,
  type MonthCalendar,
  monthLabel,
  toMonthCalendar,
} from '@aftercare/domain/months/months'
import { seatsTakenLabel } from '@aftercare/domain/months/seats'
import { Info, TriangleAlert } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { FormConflict } from '../../lib/form-conflict'
import { useToday } from '../../lib/program'
import { UnsavedChanges } from '../../lib/unsaved-changes'
import { Callout } from '../../ui/feedback/callout'
import { useIsSendingMessage } from '../family-messages/family-messages.api'
import { DayChildrenDialog } from './day-children-dialog'
import { DayTypePalette, dayTypeForKey } from './day-type-palette'
import { EditorCalendar } from './editor-calendar'
import { type DeletionProps, EditorHeader } from './editor-header'
import { describeMonthValue, withValidSeats } from './month-values'
import { type AdminMonth, useRegistrationCounts } from './months.api'
import { PublishedOffer } from './published-offer'
import { useSaveQuestion } from './save-question'
import { SeatsField } from './seats-field'
import { type MonthForm, useMonthForm } from './use-month-form'

type MonthEditorProps = DeletionProps & {
  month: AdminMonth
  /** The month that the page shows for a URL. */
  monthOfUrl: (url: URL) => string | undefined
  onDirtyChange: (isDirty: boolean) => void
}

export function MonthEditor({ month, monthOfUrl, onDirtyChange, onDeleting, onDeleted }: MonthEditorProps) {
  const { form, askToCancel, dialog } = useSaveQuestion(useMonthForm(month))
  const isWriting = useIsSendingMessage()
  const monthIndex = monthIndexOf(month.month_name)
  const isSamePage = useCallback((url: URL) => monthOfUrl(url) === month.id, [monthOfUrl, month.id])
  useEffect(() => {
    onDirtyChange(form.isDirty)
    return () => onDirtyChange(false)
  }, [form.isDirty, onDirtyChange])
  return (
    <section
      aria-labelledby="month-editor"
      className="rounded-panel border border-line bg-surface p-2.5 sm:p-4"
    >
      <EditorHeader
        form={form}
        canPrint={monthIndex !== null}
        onDeleting={onDeleting}
        onDeleted={onDeleted}
      />
      {form.isStateChanged && (
        <div role="alert" className="my-3">
          <Callout tone="warning" icon={<Info />}>
            {form.row.is_active
              ? 'This month was published while you were editing. Parents will see what you save right away.'
              : "This month was moved to draft while you were editing. Parents can't see it."}
          </Callout>
        </div>
      )}
      <PublishedOffer month={form.row} isOffered={form.isPublished} onDone={form.forgetPublished} />
      {/* Cancelling a day from here also arrives as a live update: not a conflict. */}
      <FormConflict
        form={isWriting ? { ...form, conflict: null } : form}
        describe={(name, values) => describeMonthValue(form.calendar, name, values)}
        className="my-3"
      />
      {monthIndex === null ? (
        <Callout icon={<Info />}>
          We can't show a calendar for a month with this name. You can still move it to draft, publish it or
          delete it.
        </Callout>
      ) : (
        <DayEditor
          form={form}
          monthIndex={monthIndex}
          onCancelDay={form.saving === null ? askToCancel : undefined}
        />
      )}
      {dialog}
      <UnsavedChanges
        draft={{ isUnsaved: form.isDirty }}
        isSamePage={isSamePage}
        unsavedText={`Your changes to ${monthLabel(month)} haven't been saved and will be lost.`}
      />
    </section>
  )
}

type DayEditorProps = {
  form: MonthForm
  monthIndex: number
  /** Undefined while the month is being saved. */
  onCancelDay: ((day: number) => void) | undefined
}

function DayEditor({ form, monthIndex, onCancelDay }: DayEditorProps) {
  // A click on a day of a published month shows it: families have booked it.
  const [type, setType] = useState<DayType | null>(form.row.is_active ? null : 'noon')
  const hadDayFocus = useRef(false)
  const [shownDay, setShownDay] = useState<number | null>(null)
  const today = useToday()
  const { data } = useRegistrationCounts(form.row.id)
  const counts = data?.counts
  // Taken seats are not part of the draft: also shown for unsaved seat limits.
  const taken = data?.taken ?? form.calendar.seating.taken
  const calendar = { ...form.calendar, seating: { ...form.calendar.seating, taken } }
  const preview = withValidSeats(calendar, toMonthCalendar(form.row).seating)

  function onFocus({ target }: FocusEvent) {
    if (target.closest('[data-day]')) hadDayFocus.current = true
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!hadDayFocus.current || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
      return
    const chosen = dayTypeForKey(event.key)
    if (chosen) setType(chosen)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: once a day had the focus, the keys 1 to 5 work wherever it is in here
    <div onFocus={onFocus} onKeyDown={onKeyDown}>
      <DayTypePalette
        value={type}
        onValueChange={setType}
        regularPriceCents={calendar.regularPriceCents}
        specialPriceCents={calendar.specialPriceCents}
      />
      <p className="my-2.5 text-muted">
        <ClickHint type={type} />
        <span className="hidden lg:inline">
          {' '}
          Keys 1 to 5 choose the type once you have clicked or tabbed to a day.
        </span>
      </p>
      <div className="mb-3 max-w-100">
        <SeatsField
          label="Seats per day"
          description="Optional. A day closes automatically when it is full."
          value={calendar.seating.seats}
          onChange={form.setSeats}
        />
      </div>
      <LostDays counts={counts} calendar={form.calendar} />
      <OverSeats calendar={preview} />
      <EditorCalendar
        calendar={preview}
        monthIndex={monthIndex}
        today={today}
        counts={counts}
        onPaint={type && ((day) => form.paint(day, type))}
        onToggleLock={form.toggleLock}
        onShowChildren={setShownDay}
      />
      <DayChildrenDialog
        month={form.row}
        calendar={calendar}
        day={shownDay}
        onClose={() => setShownDay(null)}
        onToggleLock={form.toggleLock}
        onChangeSeats={form.setDaySeats}
        onCancelDay={
          onCancelDay &&
          ((day) => {
            setShownDay(null)
            onCancelDay(day)
          })
        }
        onSaved={form.discardDay}
      />
    </div>
  )
}

function ClickHint({ type }: { type: DayType | null }) {
  if (type === null)
    return (
      <>
        Click a day to see who is coming, or choose a type to change days. Use the lock to close a day to new
        submissions.
      </>
    )
  return (
    <>
      Click a day to make it <b className="text-text">{DAY_TYPE_LABELS[type]}</b>. Use the lock to close a day
      to new submissions, and the dots to see who is coming.
    </>
  )
}

/** Digits typed into a field, also in a dialog, do not choose a day type. */
const isTyping = (target: EventTarget) =>
  target instanceof Element &&
  target.closest('input:not([type="radio"]), textarea, select, [role="dialog"], [role="alertdialog"]') !==
    null

/** There may be fewer seats than registered children; nobody loses a day. */
function OverSeats({ calendar }: { calendar: MonthCalendar }) {
  const over = daysOverSeats(calendar)
  if (over.length === 0) return null
  const days = over.map((n) => `${calendar.monthName} ${n} (${seatsTakenLabel(calendar.seating, n)})`)
  return (
    <div className="mb-2.5">
      <Callout tone="warning" icon={<TriangleAlert />}>
        More children than seats: {days.join(', ')}. Existing registrations are kept.
      </Callout>
    </div>
  )
}

/** Registered children keep their days; warns when such a day has no aftercare. */
function LostDays({
  counts,
  calendar,
}: {
  counts: Record<string, number> | undefined
  calendar: MonthCalendar
}) {
  const lost = Object.keys(counts ?? {})
    .map(Number)
    .filter((n) => !isOpenType(dayType(calendar, n)) && !calendar.cancelledDays.includes(n))
    .sort((a, b) => a - b)
  if (lost.length === 0) return null
  return (
    <Callout tone="warning" icon={<TriangleAlert />} className="mb-2.5">
      Children are registered on {lost.length === 1 ? 'a day' : 'days'} without aftercare:{' '}
      {calendar.monthName} {lost.join(', ')}. Their registrations are kept.
    </Callout>
  )
}
