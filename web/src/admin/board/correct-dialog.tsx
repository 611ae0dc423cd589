import { pickedUpByRule, timeRule } from '@aftercare/domain/board/pickup-times'
import { isBarred, isOnList } from '@aftercare/domain/board/release'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatTimeOfDay, instantAt, timeOfDayInZone } from '@aftercare/domain/lib/time-of-day'
import { useState } from 'react'
import { FormConflict } from '../../lib/form-conflict'
import { controlsOf } from '../../lib/form-controls'
import { FormDialog } from '../../lib/form-dialog'
import { programFacts } from '../../lib/program'
import { useFieldErrors } from '../../lib/use-field-errors'
import {
  conflictsOf,
  type Draft,
  discardFields,
  editDraft,
  isEmptyDraft,
  overwriteFields,
} from '../../lib/versioned-draft'
import { Field, FieldError, TextInput } from '../../ui/inputs/field'
import { ReleaseQuestion, type Unlisted } from './release-question'
import type { MarkAction, ShownCard } from './use-board-marks'

type CorrectDialogProps = {
  /** Null: closed. */
  card: ShownCard | null
  day: string
  onClose: () => void
  /** Returns an error message, or null on success. */
  onSave: (card: ShownCard, change: MarkAction) => string | null
}

export function CorrectDialog({ card, ...props }: CorrectDialogProps) {
  return card && <CorrectForm key={card.submission_id} card={card} {...props} />
}

type CorrectFormProps = Omit<CorrectDialogProps, 'card'> & { card: ShownCard }

const GONE_RULES = { arrived: timeRule, left: timeRule, by: pickedUpByRule }
const LABELS = { arrived: 'Arrived at', left: 'Picked up at', by: 'Picked up by' } as const
type Values = Record<keyof typeof LABELS, string>

const describe = (name: keyof Values, { [name]: value }: Values) =>
  [LABELS[name], name === 'by' || !value ? value : formatTimeOfDay(value)] as const

const EMPTY_DRAFT: Draft<Values> = { changes: {}, base: {} }

/** Untouched fields follow the board; where a colleague changed what was edited here, both values are shown. */
function CorrectForm({ card, day, onClose, onSave }: CorrectFormProps) {
  const { mark } = card
  const { timeZone } = programFacts()
  const timeOfDay = (instant: string | null | undefined) =>
    instant ? timeOfDayInZone(instant, timeZone) : ''
  const stored: Values = {
    arrived: timeOfDay(mark?.arrived_at),
    left: timeOfDay(mark?.left_at),
    by: mark?.picked_up_by ?? '',
  }
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [attempts, setAttempts] = useState(0)
  const [error, setError] = useState<string | null>(null)
  const [unlisted, setUnlisted] = useState<Unlisted | null>(null)
  const { errors, ...fields } = useFieldErrors()
  const values = { ...stored, ...draft.changes }
  const conflicts = conflictsOf(draft, { values: stored })
  const edit = (part: Partial<Values>) => {
    setDraft(editDraft(draft, part, stored, false))
    fields.clearErrors(...Object.keys(part))
  }
  const control = controlsOf(values, edit)
  const resolve = (next: Draft<Values>) => () => {
    setDraft(next)
    setAttempts(0)
    fields.clear()
  }
  const conflict =
    conflicts.length === 0
      ? null
      : {
          attempts,
          onOverwrite: resolve(overwriteFields(draft, conflicts, stored)),
          onDiscard: resolve(discardFields(draft, conflicts)),
        }
  const isGone = mark?.left_at != null
  const instantOf = (time: string | undefined, was: string) =>
    time === undefined || time === was ? undefined : instantAt(day, time, timeZone).toISOString()

  const submit = () => {
    setError(null)
    setAttempts(attempts + 1)
    if (conflicts.length > 0 || !fields.check(values, isGone ? GONE_RULES : { arrived: timeRule })) return
    const name = draft.changes.by?.trim() ?? stored.by
    const isUnlisted = name !== stored.by && !isOnList(name, card) && !isBarred(name, card)
    if (isUnlisted) setUnlisted({ name, children: [card.child_name] })
    else save()
  }
  const save = (release_anyway?: boolean) => {
    const { arrived, left, by = stored.by } = draft.changes
    const problem = onSave(card, {
      change: 'correct',
      arrived_at: instantOf(arrived, stored.arrived),
      left_at: instantOf(left, stored.left),
      picked_up_by: by.trim() === stored.by ? undefined : by.trim(),
      release_anyway,
    })
    if (problem === null) onClose()
    else setError(problem)
  }
  return (
    <FormDialog
      draft={{ isUnsaved: !isEmptyDraft(draft) }}
      title={`Edit times for ${isolate(card.child_name)}`}
      saveLabel="Save"
      onSubmit={submit}
      onClose={onClose}
    >
      <FormConflict form={{ conflict, conflicts, stored, values }} describe={describe} />
      <Field label={LABELS.arrived} error={errors.arrived}>
        <TextInput type="time" {...control('arrived')} />
      </Field>
      {isGone && (
        <>
          <Field label={LABELS.left} error={errors.left}>
            <TextInput type="time" {...control('left')} />
          </Field>
          <Field label={LABELS.by} error={errors.by}>
            <TextInput {...control('by')} maxLength={MAX_LENGTH.name} />
          </Field>
        </>
      )}
      <ReleaseQuestion
        unlisted={unlisted}
        onClose={() => setUnlisted(null)}
        onRelease={() => {
          setUnlisted(null)
          save(true)
        }}
      />
      <div role="alert">{error && <FieldError>{error}</FieldError>}</div>
    </FormDialog>
  )
}
