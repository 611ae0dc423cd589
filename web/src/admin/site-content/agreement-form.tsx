import { messagesOf } from '@aftercare/domain/lib/field-rules'
import { type AgreementSection, checkAgreement } from '@aftercare/domain/site-content/agreements'
import { AgreementLines } from '../../features/submissions/agreement'
import { ApiError } from '../../lib/api-client'
import { useVersionedForm } from '../../lib/use-versioned-form'
import type { Versioned } from '../../lib/versioned-draft'
import { Callout } from '../../ui/feedback/callout'
import { Card, CardTitle } from '../../ui/layout/card'
import { SettingsForm } from '../settings/settings-form'
import { ItemList } from './item-list'
import { saveAgreementOptions } from './site-content.admin.api'

const SAVED: Record<AgreementSection, string> = {
  registration_agreement: 'Monthly agreement updated successfully',
  dropin_agreement: 'Drop-in agreement updated successfully',
}
const SIGNED_OUT = 'You must be logged in to update settings'
const FAILED = 'Failed to update agreement content'

type AgreementFormProps = { section: AgreementSection; stored: Versioned<{ items: string[] }> }

export function AgreementForm({ section, stored }: AgreementFormProps) {
  const form = useVersionedForm({
    name: section,
    stored,
    mutation: saveAgreementOptions(section),
    onSaved: () => form.toast.success('Success', SAVED[section]),
    onError: (error) => {
      const [message] = error instanceof ApiError ? Object.values(error.fields) : []
      form.toast.error('Error', message ?? (isSignedOut(error) ? SIGNED_OUT : FAILED))
    },
  })
  const { errors } = form
  const { items } = form.values
  const submit = () => {
    const found = messagesOf(checkAgreement(items))
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
          describe={(_, { items }) => ['Items', <AgreementLines key="items" items={items} />]}
          onSubmit={submit}
        >
          {errors.items && (
            <div role="alert">
              <Callout tone="danger">{errors.items}</Callout>
            </div>
          )}
          <ItemList items={items} errorOf={(index) => errors[`items.${index}`]} onChange={edit} />
        </SettingsForm>
      </Card>
      <Card as="section" aria-label="As parents see it" className="lg:sticky lg:top-16">
        <CardTitle className="mb-3">As parents see it</CardTitle>
        <AgreementLines items={items.filter((item) => item.trim() !== '')} />
      </Card>
    </div>
  )
}

/** The field names of the items whose text has changed. */
const changedItems = (before: readonly string[], now: readonly string[]) =>
  now.flatMap((text, index) => (text === before[index] ? [] : [`items.${index}`]))

const isSignedOut = (error: Error) => error instanceof ApiError && error.code === 'signed-out'
