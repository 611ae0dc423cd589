import { type FieldErrors, messagesOf } from '@aftercare/domain/lib/field-rules'
import { type AgreementSection, checkAgreement } from '@aftercare/domain/site-content/agreements'
import { AgreementLines } from '../../features/submissions/agreement'
import { ApiError } from '../../lib/api-client'
import { withConnection } from '../../lib/form-error-message'
import { useVersionedForm } from '../../lib/use-versioned-form'
import type { Versioned } from '../../lib/versioned-draft'
import { Callout } from '../../ui/feedback/callout'
import { Card, CardTitle } from '../../ui/layout/card'
import { SettingsForm } from '../settings/settings-form'
import { ItemList } from './item-list'
import { type AgreementValues, saveAgreementOptions } from './site-content.api'
import { SpanishSection } from './spanish-section'

const SAVED: Record<AgreementSection, string> = {
  registration_agreement: 'Monthly agreement updated successfully',
  dropin_agreement: 'Drop-in agreement updated successfully',
}
const SIGNED_OUT = 'You must be logged in to update settings'
const FAILED = 'Failed to update agreement content'

type AgreementFormProps = { section: AgreementSection; stored: Versioned<AgreementValues> }

export function AgreementForm({ section, stored }: AgreementFormProps) {
  const form = useVersionedForm({
    name: section,
    stored,
    mutation: saveAgreementOptions(section),
    onSaved: () => form.toast.success('Success', SAVED[section]),
    onError: (error) => {
      const [message] = error instanceof ApiError ? Object.values(error.fields) : []
      form.toast.error('Error', message ?? (isSignedOut(error) ? SIGNED_OUT : withConnection(error, FAILED)))
    },
  })
  const { errors } = form
  const { items, spanish } = form.values
  const submit = () => {
    const found = messagesOf({ ...checkAgreement(items), ...(spanish && spanishErrors(spanish.text)) })
    const [message] = Object.values(found)
    if (message) form.toast.error('Error', message)
    form.submit(found)
  }
  const edit = (next: string[]) => {
    if (next.length !== items.length) form.toast.clear()
    form.edit({ items: next }, next.length === items.length ? changedItems(items, next) : ['items'])
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Card as="section" aria-label="Agreement items">
        <SettingsForm
          form={form}
          describe={(name, values) =>
            name === 'spanish'
              ? ['Español', <AgreementLines key="spanish" items={values.spanish?.text ?? []} language="es" />]
              : ['Items', <AgreementLines key="items" items={values.items} />]
          }
          onSubmit={submit}
        >
          {errors.items && (
            <div role="alert">
              <Callout tone="danger">{errors.items}</Callout>
            </div>
          )}
          <ItemList items={items} errorOf={(index) => errors[`items.${index}`]} onChange={edit} />
          <SpanishSection
            spanish={spanish}
            hasErrors={Object.keys(errors).some((name) => name.startsWith('spanish.'))}
            onConfirm={() => spanish && form.edit({ spanish: { ...spanish, outdated: false } })}
          >
            <ItemList
              lang="es"
              items={spanish?.text ?? []}
              errorOf={(index) => errors[`spanish.text.${index}`]}
              onChange={(text) =>
                form.edit(
                  { spanish: text.length === 0 ? null : { text, outdated: false } },
                  (spanish?.text ?? []).map((_, index) => `spanish.text.${index}`),
                )
              }
            />
          </SpanishSection>
        </SettingsForm>
      </Card>
      <Card as="section" aria-label="As parents see it" className="lg:sticky lg:top-16">
        <CardTitle className="mb-3">As parents see it</CardTitle>
        <AgreementLines items={items.filter((item) => item.trim() !== '')} />
        {spanish && (
          <>
            <h3 lang="es" className="mt-4 mb-2 font-semibold">
              Español
            </h3>
            <AgreementLines items={spanish.text.filter((item) => item.trim() !== '')} language="es" />
          </>
        )}
      </Card>
    </div>
  )
}

/** Named as the server names them. */
const spanishErrors = (items: readonly string[]): FieldErrors =>
  Object.fromEntries(
    Object.entries(checkAgreement(items)).map(([name, message]) => [
      name.replace(/^items/, 'spanish.text'),
      message,
    ]),
  )

/** The field names of the items whose text has changed. */
const changedItems = (before: readonly string[], now: readonly string[]) =>
  now.flatMap((text, index) => (text === before[index] ? [] : [`items.${index}`]))

const isSignedOut = (error: Error) => error instanceof ApiError && error.code === 'signed-out'
