import {
  BEGIN_KEYS,
  PICKUP_LABELS,
  PICKUP_RULES,
  PICKUP_SWITCHES,
  PICKUP_WEEKDAYS,
  type PickupKey,
  type PickupSettings,
} from '@aftercare/domain/board/pickup-times'
import { checkFields } from '@aftercare/domain/lib/field-rules'
import { formatTimeOfDay } from '@aftercare/domain/lib/time-of-day'
import { Checkbox } from '../../ui/inputs/checkbox'
import { Field, TextInput } from '../../ui/inputs/field'
import { Card, CardTitle } from '../../ui/layout/card'
import { PickupTexts } from '../settings/pickup-texts'
import { SettingsForm, StoredSettings } from '../settings/settings-form'
import { useSettingForm } from '../settings/use-setting-form'
import {
  type StoredPickupTimes,
  savePickupTimesOptions,
  storedPickupTimes,
  usePickupTimes,
} from './pickup-times.api'

/** Children picked up later than this are marked late on the attendance board. */
export function PickupTimesCard() {
  return (
    <StoredSettings query={usePickupTimes()} failed="Failed to load pick-up times" fields={10}>
      {(stored) => (
        <Card>
          <CardTitle>Pick-up times</CardTitle>
          <p className="mt-1 mb-4 text-muted">
            Children picked up later are marked late on the attendance board. Fees and earlier marks don't
            change. Late fees are billed separately, in the billing system.
          </p>
          <PickupTimesForm stored={stored} />
          <PickupTexts />
        </Card>
      )}
    </StoredSettings>
  )
}

function PickupTimesForm({ stored }: { stored: StoredPickupTimes }) {
  const form = useSettingForm('Pick-up times', {
    name: 'pickup_times',
    stored: storedPickupTimes(stored),
    mutation: savePickupTimesOptions,
  })
  const submit = () => form.submit(checkFields(form.values, PICKUP_RULES))
  const field = (key: PickupKey) => (
    <Field key={key} label={PICKUP_LABELS[key]} required error={form.errors[key]}>
      <TextInput type="time" {...form.control(key)} />
    </Field>
  )
  return (
    <SettingsForm
      form={form}
      describe={describe}
      onSubmit={submit}
      resetLabel="Discard times"
      saveLabel="Save times"
    >
      <div className="grid grid-cols-2 items-end gap-4 sm:grid-cols-3">
        {[...PICKUP_WEEKDAYS, 'special' as const].map(field)}
      </div>
      <p className="text-muted">
        Children who are still expected 20 minutes after aftercare begins are shown as not arrived.
      </p>
      <div className="grid grid-cols-2 items-end gap-4">{BEGIN_KEYS.map(field)}</div>
      <Checkbox
        label={PICKUP_SWITCHES.no_late_drop_ins}
        description="Otherwise families can request today all day."
        checked={form.values.no_late_drop_ins}
        onCheckedChange={(no_late_drop_ins) => form.edit({ no_late_drop_ins })}
      />
      <Checkbox
        label={PICKUP_SWITCHES.give_up_begun_days}
        description="Otherwise today and past days stay in their registrations; staff can still change them. A day on which the child was here always stays."
        checked={form.values.give_up_begun_days}
        onCheckedChange={(give_up_begun_days) => form.edit({ give_up_begun_days })}
      />
    </SettingsForm>
  )
}

function describe(key: keyof PickupSettings, settings: PickupSettings): [label: string, text: string] {
  if (key === 'no_late_drop_ins' || key === 'give_up_begun_days')
    return [PICKUP_SWITCHES[key], settings[key] ? 'On' : 'Off']
  return [PICKUP_LABELS[key], settings[key] && formatTimeOfDay(settings[key])]
}
