import { MAX_SEATS, seatsRule } from '@aftercare/domain/months/seats'
import type { FormEvent } from 'react'
import { refusalWords } from '../../lib/error-message'
import { useMessages } from '../../lib/scoped-toast'
import { useFieldErrors } from '../../lib/use-field-errors'
import { SavedNow, StaleNote } from '../../ui/feedback/stale-note'
import { ErrorState } from '../../ui/feedback/states'
import { useFailureToast } from '../../ui/feedback/use-error-toast'
import { Field, TextInput } from '../../ui/inputs/field'
import { Card, CardTitle } from '../../ui/layout/card'
import { useDraft } from '../settings/drafts'
import { FormFoot } from '../settings/form-foot'
import { FormSkeleton } from '../settings/form-skeleton'
import { type DefaultSeats, useDefaultSeats, useSaveDefaultSeats } from './default-seats.admin.api'

const FAILED = 'Failed to load the seats of new months'
const LABEL = 'Seats per day for new months'

export function SeatsCard() {
  const { data: stored, isError, refetch } = useDefaultSeats()
  const hasFailed = isError && !stored
  useFailureToast(hasFailed, FAILED)
  if (hasFailed) return <ErrorState message={FAILED} onRetry={() => void refetch()} />
  if (!stored) return <FormSkeleton fields={1} />
  return (
    <Card>
      <CardTitle>Seats</CardTitle>
      <p className="mt-1 mb-4 text-muted">
        Existing months keep their own number; change it in the month editor. Prices stay as they are.
      </p>
      <SeatsForm stored={stored} />
    </Card>
  )
}

const typed = (seats: number | null) => (seats === null ? '' : String(seats))

function SeatsForm({ stored }: { stored: DefaultSeats }) {
  const say = useMessages('default seats')
  const draft = useDraft('default_seats', { values: typed(stored.seats), version: stored.version })
  const fields = useFieldErrors()
  const save = useSaveDefaultSeats({
    onSuccess: (saved) => {
      draft.settle(saved.version)
      say.success('Success', 'Seats for new months have been updated')
    },
    onError: (error) => {
      fields.showError(error)
      say.error('Error', refusalWords(error) ?? 'Failed to update the seats of new months')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = draft.values.trim()
    const seats = text === '' ? null : Number(text)
    if (!fields.check({ seats }, { seats: seatsRule })) return
    draft.markSent()
    save.send({ seats, version: draft.version })
  }
  const solve = (take: () => void) => () => {
    take()
    fields.clear()
    say.clear()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {draft.isStale && !save.isPending && (
        <StaleNote onReplace={solve(draft.insist)} onDiscard={solve(draft.drop)}>
          <SavedNow rows={[[LABEL, stored.seats === null ? 'No limit' : String(stored.seats)]]} />
        </StaleNote>
      )}
      <Field label={LABEL} error={fields.errors.seats} description="Optional. Empty: no limit.">
        <TextInput
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_SEATS}
          step={1}
          value={draft.values}
          onWheel={(event) => event.currentTarget.blur()}
          onValueChange={(text) => {
            draft.change(text)
            fields.correct('seats')
          }}
        />
      </Field>
      <FormFoot
        isDirty={draft.isDirty}
        isSaving={save.isPending}
        onReset={solve(draft.drop)}
        resetLabel="Discard seats"
        saveLabel="Save seats"
      />
    </form>
  )
}
