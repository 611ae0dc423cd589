import { checkFields } from '@aftercare/domain/lib/field-rules'
import { PROGRAM_RULES, timeZoneEffects, timeZoneLabel } from '@aftercare/domain/program/program-details'
import { useEffect, useState } from 'react'
import { reloadProgram, serverNow } from '../../lib/program'
import { useVersionedForm } from '../../lib/use-versioned-form'
import { Field, TextInput } from '../../ui/inputs/field'
import { Card, CardTitle } from '../../ui/layout/card'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { errorReason } from '../error-reason'
import { SettingsForm, StoredSettings } from '../settings/settings-form'
import { LogoField } from './logo-field'
import { type StoredProgram, saveProgramOptions, storedProgram, useProgramDetails } from './program.api'
import { TimeZoneInput } from './time-zone-input'

const LABELS = {
  name: 'Name',
  contact_email: 'Contact email',
  contact_phone: 'Contact phone',
  time_zone: 'Time zone',
} as const
type Name = keyof typeof LABELS

const TEXTS = ['name', 'contact_email', 'contact_phone'] as const
const HINTS = {
  name: 'At the top of pages, emails and prints',
  contact_email: 'Families write here, and replies to emails go here',
  contact_phone: 'Optional. Shown beside the email',
}
const INPUTS = {
  name: {},
  contact_email: { type: 'email', autoComplete: 'off' },
  contact_phone: { type: 'tel', autoComplete: 'off' },
}

/** What the programme is called, where it is and how to reach it. */
export function ProgramCard({ className }: { className?: string }) {
  return (
    <StoredSettings
      query={useProgramDetails()}
      failed="Failed to load the program's details"
      fields={4}
      className={className}
    >
      {(stored) => <ProgramForm stored={stored} className={className} />}
    </StoredSettings>
  )
}

function ProgramForm({ stored, className }: { stored: StoredProgram; className?: string }) {
  const [isAsking, setIsAsking] = useState(false)
  useScrollToHash('program')
  const form = useVersionedForm({
    name: 'program',
    stored: storedProgram(stored),
    mutation: saveProgramOptions,
    onSaved: () => {
      void reloadProgram().catch(() => undefined)
      form.toast.success('Program details saved')
    },
    onError: (error) => form.toast.error('Program details not saved', errorReason(error)),
  })
  const { time_zone } = form.values
  const submit = () => {
    const errors = checkFields(form.values, PROGRAM_RULES)
    const isMoving = time_zone !== form.stored.time_zone && form.conflict === null
    if (isMoving && Object.keys(errors).length === 0) setIsAsking(true)
    else form.submit(errors)
  }
  const shown = (name: Name, values: Record<Name, string>) =>
    name === 'time_zone' ? timeZoneLabel(values[name]) : values[name].trim()
  return (
    <Card as="section" id="program" aria-labelledby="program-title" className={className}>
      <CardTitle id="program-title">Program</CardTitle>
      <p className="mt-1 mb-3 text-muted">A change shows at once, also on pages that are open.</p>
      <SettingsForm
        form={form}
        describe={(name, values) => [LABELS[name], shown(name, values)]}
        onSubmit={submit}
        resetLabel="Discard changes"
        saveLabel="Save details"
      >
        {TEXTS.map((name) => (
          <Field
            key={name}
            label={LABELS[name]}
            required={name !== 'contact_phone'}
            error={form.errors[name]}
            description={HINTS[name]}
          >
            <TextInput {...INPUTS[name]} {...form.control(name)} />
          </Field>
        ))}
        <Field
          label={LABELS.time_zone}
          required
          error={form.errors.time_zone}
          description="Decides when a day begins, and all times"
        >
          <TimeZoneInput {...form.control('time_zone')} />
        </Field>
        <LogoField />
      </SettingsForm>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        variant="primary"
        title={`Change the time zone to ${timeZoneLabel(time_zone)}?`}
        description={
          <span className="grid gap-2">
            {timeZoneEffects(form.stored.time_zone, time_zone, serverNow()).map((sentence) => (
              <span key={sentence}>{sentence}</span>
            ))}
          </span>
        }
        confirmLabel="Change time zone"
        onConfirm={() => {
          setIsAsking(false)
          form.submit()
        }}
      />
    </Card>
  )
}

/** The card may be below the fold, and is rendered after the browser looked for the URL's target. */
function useScrollToHash(id: string): void {
  useEffect(() => {
    if (window.location.hash === `#${id}`) document.getElementById(id)?.scrollIntoView()
  }, [id])
}
