import { pickedUpByRule, timeRule } from '@aftercare/domain/board/pickup-times'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { isolate } from '@aftercare/domain/lib/isolate'
import { instantAt, timeOfDayInZone } from '@aftercare/domain/lib/time-of-day'
import { type FormEvent, useId, useState } from 'react'
import { programFacts } from '../../lib/program'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Button } from '../../ui/inputs/button'
import { Field, TextInput } from '../../ui/inputs/field'
import { Dialog } from '../../ui/overlays/dialog'
import type { MarkAction, ShownCard } from './use-board-marks'
import { useLastNonNull } from './use-last-non-null'

type CorrectDialogProps = {
  /** Null: closed. */
  card: ShownCard | null
  day: string
  onClose: () => void
  /** Returns an error message, or null on success. */
  onSave: (card: ShownCard, change: MarkAction) => string | null
}

export function CorrectDialog({ card: current, day, onClose, onSave }: CorrectDialogProps) {
  const form = useId()
  const card = useLastNonNull(current)
  return (
    <Dialog
      open={current !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      dismissible={false}
      width="narrow"
      title={`Edit times for ${isolate(card?.child_name ?? '')}`}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form}>
            Save
          </Button>
        </>
      }
    >
      {card && (
        <CorrectForm
          key={card.submission_id}
          id={form}
          card={card}
          day={day}
          onSave={(change) => {
            const error = onSave(card, change)
            if (error === null) onClose()
            return error
          }}
        />
      )}
    </Dialog>
  )
}

type CorrectFormProps = {
  id: string
  card: ShownCard
  day: string
  onSave: (change: MarkAction) => string | null
}

const GONE_RULES = { arrived: timeRule, left: timeRule, by: pickedUpByRule }

function CorrectForm({ id, card: { mark }, day, onSave }: CorrectFormProps) {
  const { timeZone } = programFacts()
  const timeOfDay = (instant: string | null | undefined) =>
    instant ? timeOfDayInZone(instant, timeZone) : ''
  const before = {
    arrived: timeOfDay(mark?.arrived_at),
    left: timeOfDay(mark?.left_at),
    by: mark?.picked_up_by ?? '',
  }
  const [values, setValues] = useState(before)
  const [error, setError] = useState<string | null>(null)
  const { errors, ...fields } = useFieldErrors()
  const set = (changes: Partial<typeof before>) => {
    setValues({ ...values, ...changes })
    fields.correct(...Object.keys(changes))
  }
  const isGone = mark?.left_at != null
  const instantOf = (time: string, was: string) =>
    time === was ? undefined : instantAt(day, time, timeZone).toISOString()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { arrived, left, by } = values
    setError(null)
    if (!fields.check(values, isGone ? GONE_RULES : { arrived: timeRule })) return
    setError(
      onSave({
        change: 'correct',
        arrived_at: instantOf(arrived, before.arrived),
        left_at: instantOf(left, before.left),
        picked_up_by: isGone && by.trim() !== before.by ? by.trim() : undefined,
      }),
    )
  }
  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Arrived at" error={errors.arrived}>
        <TextInput type="time" value={values.arrived} onValueChange={(arrived) => set({ arrived })} />
      </Field>
      {isGone && (
        <>
          <Field label="Picked up at" error={errors.left}>
            <TextInput type="time" value={values.left} onValueChange={(left) => set({ left })} />
          </Field>
          <Field label="Picked up by" error={errors.by}>
            <TextInput value={values.by} onValueChange={(by) => set({ by })} maxLength={MAX_LENGTH.name} />
          </Field>
        </>
      )}
      <div role="alert">{error && <p className="text-sm font-medium text-danger">{error}</p>}</div>
    </form>
  )
}
