import { checkFields, type FieldMessages, messagesOf, nestErrors } from '@aftercare/domain/lib/field-rules'
import type { About } from '@aftercare/domain/site-content/about'
import { ABOUT_RULES } from '@aftercare/domain/site-content/about-rules'
import type { Spanish } from '@aftercare/domain/site-content/spanish'
import { useUser } from '../../lib/auth-provider'
import { withConnection } from '../../lib/form-error-message'
import { useVersionedForm } from '../../lib/use-versioned-form'
import type { Versioned } from '../../lib/versioned-draft'
import { Field, TextArea, TextInput } from '../../ui/inputs/field'
import { Card } from '../../ui/layout/card'
import { ProgramCard } from '../program/program-card'
import { SettingsForm, StoredSettings } from '../settings/settings-form'
import {
  type AboutValues,
  apiFieldErrors,
  readStoredAbout,
  saveAboutOptions,
  useAboutSection,
} from './site-content.api'
import { SpanishSection } from './spanish-section'

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

function AboutForm({ stored }: { stored: Versioned<AboutValues> }) {
  const form = useVersionedForm({
    name: 'about',
    stored,
    mutation: saveAboutOptions(useUser().id),
    fieldErrors: (error) => firstOf(apiFieldErrors(error)),
    onSaved: () => form.toast.success('Success', 'About Aftercare content has been updated successfully.'),
    onError: (error) => {
      const [message] = Object.values(firstOf(apiFieldErrors(error)))
      if (message) form.toast.error('Validation Error', message)
      else form.toast.error('Error', withConnection(error, 'Failed to save content. Please try again.'))
    },
  })
  const { spanish } = form.values
  const submit = () => {
    const found = firstOf(
      messagesOf({
        ...checkFields<About>(form.values, ABOUT_RULES),
        ...(spanish && nestErrors('spanish.text', checkFields(spanish.text, ABOUT_RULES))),
      }),
    )
    const [message] = Object.values(found)
    if (message) form.toast.error('Validation Error', message)
    form.submit(found)
  }
  return (
    <Card className={WIDTH}>
      <SettingsForm
        form={form}
        describe={(name, values) =>
          name === 'spanish'
            ? ['Español', Object.values(values.spanish?.text ?? {}).join('\n')]
            : [FIELDS.find((field) => field.name === name)?.label ?? name, values[name].trim()]
        }
        onSubmit={submit}
      >
        <p className="text-muted">Parents see this on the landing page and on their dashboard.</p>
        {FIELDS.map(({ name, ...field }) => (
          <AboutField
            key={name}
            {...field}
            name={name}
            value={form.values[name]}
            required
            error={form.errors[name]}
            onValueChange={(text) => {
              if (form.errors[name]) form.toast.clear()
              form.edit({ [name]: text })
            }}
          />
        ))}
        <SpanishSection
          spanish={spanish}
          hasErrors={Object.keys(form.errors).some((name) => name.startsWith('spanish.'))}
          onConfirm={() => spanish && form.edit({ spanish: { ...spanish, outdated: false } })}
        >
          {FIELDS.map(({ name, label, rows }) => (
            <AboutField
              key={name}
              name={name}
              label={`${label} (Español)`}
              rows={rows}
              lang="es"
              value={spanish?.text[name] ?? ''}
              error={form.errors[`spanish.text.${name}`]}
              onValueChange={(text) => {
                if (form.errors[`spanish.text.${name}`]) form.toast.clear()
                form.edit({ spanish: withField(spanish, name, text) }, [`spanish.text.${name}`])
              }}
            />
          ))}
        </SpanishSection>
      </SettingsForm>
    </Card>
  )
}

const EMPTY: About = { title: '', description: '', program_hours: '', pricing: '', contact: '' }

/** Null once all fields are empty. */
function withField(spanish: Spanish<About> | null, name: keyof About, value: string): Spanish<About> | null {
  const text = { ...(spanish?.text ?? EMPTY), [name]: value }
  return Object.values(text).every((each) => each.trim() === '') ? null : { text, outdated: false }
}

type AboutFieldProps = Omit<(typeof FIELDS)[number], 'label'> & {
  label: string
  value: string
  required?: boolean
  lang?: string
  error: string | undefined
  onValueChange: (text: string) => void
}

function AboutField({ name, label, rows, hint, required, lang, error, ...control }: AboutFieldProps) {
  const length = `${control.value.trim().length} of ${ABOUT_RULES[name].maxLength} characters`
  const input = { ...control, lang, placeholder: hint }
  return (
    <Field
      label={label}
      required={required}
      error={error}
      description={`${length}${hint ? `, for example ${hint}` : ''}`}
    >
      {rows === 1 ? <TextInput {...input} /> : <TextArea {...input} rows={rows} />}
    </Field>
  )
}
