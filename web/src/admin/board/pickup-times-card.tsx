import {
  PICKUP_KEYS,
  PICKUP_LABELS,
  PICKUP_RULES,
  type PickupTimes,
} from '@aftercare/domain/board/pickup-times'
import { formatClockTime } from '@aftercare/domain/lib/time-of-day'
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
import { PickupTexts } from '../settings/pickup-texts'
import { type StoredPickupTimes, usePickupTimes, useSavePickupTimes } from './pickup-times.api'

const FAILED = 'Failed to load pick-up times'

/** Until when children are to be picked up: who is later is marked so on the attendance board. */
export function PickupTimesCard() {
  const { data: times, isError, refetch } = usePickupTimes()
  const hasFailed = isError && !times
  useFailureToast(hasFailed, FAILED)
  if (hasFailed) return <ErrorState message={FAILED} onRetry={() => void refetch()} />
  if (!times) return <FormSkeleton fields={6} />
  return (
    <Card>
      <CardTitle>Pick-up times</CardTitle>
      <p className="mt-1 mb-4 text-muted">
        A child picked up later is marked as late on the attendance board. Fees do not change, and neither
        does what was marked before. Late fees are billed separately, in the billing system.
      </p>
      <PickupTimesForm stored={times} />
      <PickupTexts />
    </Card>
  )
}

function PickupTimesForm({ stored }: { stored: StoredPickupTimes }) {
  const { version, ...times } = stored
  const say = useMessages('pick-up times')
  const draft = useDraft<PickupTimes, number>('pickup-times', { values: times, version })
  const fields = useFieldErrors()
  const save = useSavePickupTimes({
    onSuccess: (saved) => {
      draft.settle(saved.version)
      say.success('Success', 'Pick-up times have been updated')
    },
    onError: (error) => {
      fields.showError(error)
      say.error('Error', refusalWords(error) ?? 'Failed to update pick-up times')
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!fields.check(draft.values, PICKUP_RULES)) return
    draft.markSent()
    save.send({ ...draft.values, version: draft.version })
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
          <SavedNow rows={PICKUP_KEYS.map((key) => [PICKUP_LABELS[key], formatClockTime(times[key])])} />
        </StaleNote>
      )}
      <div className="grid grid-cols-2 items-end gap-4 sm:grid-cols-3">
        {PICKUP_KEYS.map((key) => (
          <Field key={key} label={PICKUP_LABELS[key]} required error={fields.errors[key]}>
            <TextInput
              type="time"
              value={draft.values[key]}
              onValueChange={(text) => {
                draft.change({ ...draft.values, [key]: text })
                fields.correct(key)
              }}
            />
          </Field>
        ))}
      </div>
      <FormFoot
        isDirty={draft.isDirty}
        isSaving={save.isPending}
        onReset={solve(draft.drop)}
        resetLabel="Discard times"
        saveLabel="Save times"
      />
    </form>
  )
}
