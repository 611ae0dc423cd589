import { checkFields, type FieldMessages, messagesOf } from '@aftercare/domain/lib/field-rules'
import type { About } from '@aftercare/domain/site-content/about'
import { ABOUT_RULES } from '@aftercare/domain/site-content/about-rules'
import { useUser } from '../../lib/auth-provider'
import { useVersionedForm } from '../../lib/use-versioned-form'
import type { Versioned } from '../../lib/versioned-draft'
import { Field, TextArea, TextInput } from '../../ui/inputs/field'
import { Card } from '../../ui/layout/card'
import { ProgramCard } from '../program/program-card'
import { SettingsForm, StoredSettings } from '../settings/settings-form'
import { apiFieldErrors, readStoredAbout, saveAboutOptions, useAboutSection } from './site-content.admin.api'

const WIDTH = 'max-w-[44rem]'

const FIELDS: readonly { name: keyof About; label: string; rows: number; hint?: string }[] = [
  { name: 'title', label: 'Title', rows: 1 },
  { name: 'description', label: 'Description', rows: 4 },
  { name: 'program_hours', label: 'Program Hours', rows: 1, hint: '3:30 PM - 6:00 PM' },
  { name: 'pricing', label: 'Pricing', rows: 2 },
  { name: 'contact', label: 'Contact', rows: 2 },
]

export function AboutTab() {
  return (
    <div className="grid gap-4">
      <StoredSettings
        query={useAboutSection()}
        failed="Failed to load about aftercare content"
        fields={FIELDS.length}
        className={WIDTH}
      >
        {(row) => <AboutForm stored={readStoredAbout(row)} />}
      </StoredSettings>
      <ProgramCard className={WIDTH} />
    </div>
  )
}

/** Only the first error, in form order. */
const firstOf = (errors: FieldMessages): FieldMessages =>
  Object.fromEntries(Object.entries(errors).slice(0, 1))

function AboutForm({ stored }: { stored: Versioned<About> }) {
  const form = useVersionedForm({
    name: 'about',
    stored,
    mutation: saveAboutOptions(useUser().id),
    fieldErrors: (error) => firstOf(apiFieldErrors(error)),
    onSaved: () => form.toast.success('Success', 'About Aftercare content has been updated successfully.'),
    onError: (error) => {
      const [message] = Object.values(firstOf(apiFieldErrors(error)))
      if (message) form.toast.error('Validation Error', message)
      else form.toast.error('Error', 'Failed to save content. Please try again.')
    },
  })
  const submit = () => {
    const found = firstOf(messagesOf(checkFields(form.values, ABOUT_RULES)))
    const [message] = Object.values(found)
    if (message) form.toast.error('Validation Error', message)
    form.submit(found)
  }
  return (
    <Card className={WIDTH}>
      <SettingsForm
        form={form}
        describe={(name, values) => [
          FIELDS.find((field) => field.name === name)?.label ?? name,
          values[name].trim(),
        ]}
        onSubmit={submit}
      >
        <p className="text-muted">Parents see this on the landing page and on their dashboard.</p>
        {FIELDS.map(({ name, label, rows, hint }) => {
          const control = {
            value: form.values[name],
            placeholder: hint,
            onValueChange: (text: string) => {
              if (form.errors[name]) form.toast.clear()
              form.edit({ [name]: text })
            },
          }
          return (
            <Field
              key={name}
              label={label}
              required
              error={form.errors[name]}
              description={`${form.values[name].trim().length} of ${ABOUT_RULES[name].maxLength} characters${hint ? `, for example ${hint}` : ''}`}
            >
              {rows === 1 ? <TextInput {...control} /> : <TextArea {...control} rows={rows} />}
            </Field>
          )
        })}
      </SettingsForm>
    </Card>
  )
}
