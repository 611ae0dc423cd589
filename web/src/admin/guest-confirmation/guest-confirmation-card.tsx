import { formErrorMessage } from '../../lib/form-error-message'
import { useVersionedForm } from '../../lib/use-versioned-form'
import { Checkbox } from '../../ui/inputs/checkbox'
import { Card, CardTitle } from '../../ui/layout/card'
import { SettingsForm, StoredSettings } from '../settings/settings-form'
import {
  type StoredGuestConfirmation,
  saveGuestConfirmationOptions,
  storedGuestConfirmation,
  useGuestConfirmationSetting,
} from './guest-confirmation.api'

const LABEL = 'Guests confirm their email'

export function GuestConfirmationCard() {
  return (
    <StoredSettings
      query={useGuestConfirmationSetting()}
      failed="Failed to load the settings for guests"
      fields={1}
    >
      {(stored) => (
        <Card>
          <CardTitle className="mb-3">Guests</CardTitle>
          <GuestConfirmationForm stored={stored} />
        </Card>
      )}
    </StoredSettings>
  )
}

function GuestConfirmationForm({ stored }: { stored: StoredGuestConfirmation }) {
  const form = useVersionedForm({
    name: 'guest_confirmation',
    stored: storedGuestConfirmation(stored),
    mutation: saveGuestConfirmationOptions,
    onSaved: () => form.toast.success('Success', 'The settings for guests have been updated'),
    onError: (error) =>
      form.toast.error('Error', formErrorMessage(error, 'Failed to update the settings for guests')),
  })
  return (
    <SettingsForm
      form={form}
      describe={(_, { required }) => [LABEL, required ? 'On' : 'Off']}
      onSubmit={() => form.submit({})}
      resetLabel="Discard"
      saveLabel="Save guests"
    >
      <Checkbox
        label={LABEL}
        description="What guests submit counts once they have confirmed it by a link in an email. Until then it holds its seats, for 60 minutes at most, and staff don't see it."
        checked={form.values.required}
        onCheckedChange={(required) => form.edit({ required })}
      />
    </SettingsForm>
  )
}
