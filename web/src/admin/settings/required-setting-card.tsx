import { capitalize } from '@aftercare/domain/lib/capitalize'
import type { SaveOptions } from '../../lib/use-versioned-form'
import { Checkbox } from '../../ui/inputs/checkbox'
import { Card, CardTitle } from '../../ui/layout/card'
import { SettingsForm, StoredSettings } from './settings-form'
import { useSettingForm } from './use-setting-form'

export type StoredRequired = { required: boolean; version: number }

export const storedRequired = ({ required, version }: StoredRequired) => ({ values: { required }, version })

type Texts = {
  /** Of the draft. */
  name: string
  title: string
  label: string
  description: string
  /** "guest settings", in messages. */
  what: string
  saveLabel: string
}

type RequiredSettingCardProps = Texts & {
  query: Parameters<typeof StoredSettings<StoredRequired>>[0]['query']
  mutation: SaveOptions<StoredRequired, { required: boolean }>
}

/** A card with a single check box. */
export function RequiredSettingCard({ query, ...card }: RequiredSettingCardProps) {
  return (
    <StoredSettings query={query} failed={`Failed to load ${card.what}`} fields={1}>
      {(stored) => (
        <Card>
          <CardTitle className="mb-3">{card.title}</CardTitle>
          <RequiredForm stored={stored} {...card} />
        </Card>
      )}
    </StoredSettings>
  )
}

type RequiredFormProps = Omit<RequiredSettingCardProps, 'query'> & { stored: StoredRequired }

function RequiredForm({ stored, name, mutation, label, description, what, saveLabel }: RequiredFormProps) {
  const form = useSettingForm(capitalize(what), {
    name,
    stored: storedRequired(stored),
    mutation,
  })
  return (
    <SettingsForm
      form={form}
      describe={(_, { required }) => [label, required ? 'On' : 'Off']}
      onSubmit={() => form.submit({})}
      resetLabel="Discard"
      saveLabel={saveLabel}
    >
      <Checkbox
        label={label}
        description={description}
        checked={form.values.required}
        onCheckedChange={(required) => form.edit({ required })}
      />
    </SettingsForm>
  )
}
