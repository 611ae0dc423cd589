import { checkFields } from '@aftercare/domain/lib/field-rules'
import { seatsRule } from '@aftercare/domain/months/seats'
import { Field } from '../../ui/inputs/field'
import { Card, CardTitle } from '../../ui/layout/card'
import { SettingsForm, StoredSettings } from '../settings/settings-form'
import { useSettingForm } from '../settings/use-setting-form'
import {
  type DefaultSeats,
  parseSeats,
  saveSeatsOptions,
  storedSeats,
  useDefaultSeats,
} from './default-seats.api'
import { SeatsInput } from './seats-field'

const LABEL = 'Seats per day for new months'

export function SeatsCard() {
  return (
    <StoredSettings query={useDefaultSeats()} failed="Failed to load seats for new months" fields={1}>
      {(stored) => (
        <Card>
          <CardTitle>Seats</CardTitle>
          <p className="mt-1 mb-4 text-muted">
            Existing months keep their own number, which you can change in the month editor. Prices don't
            change.
          </p>
          <SeatsForm stored={stored} />
        </Card>
      )}
    </StoredSettings>
  )
}

function SeatsForm({ stored }: { stored: DefaultSeats }) {
  const form = useSettingForm('Seats for new months', {
    name: 'default_seats',
    stored: storedSeats(stored),
    mutation: saveSeatsOptions,
  })
  const submit = () =>
    form.submit(checkFields({ seats: parseSeats(form.values.seats) }, { seats: seatsRule }))
  return (
    <SettingsForm
      form={form}
      describe={(_, { seats }) => [LABEL, seats.trim() || 'No limit']}
      onSubmit={submit}
      resetLabel="Discard seats"
      saveLabel="Save seats"
    >
      <Field label={LABEL} error={form.errors.seats} description="Optional. Leave blank for no limit.">
        <SeatsInput {...form.control('seats')} />
      </Field>
    </SettingsForm>
  )
}
