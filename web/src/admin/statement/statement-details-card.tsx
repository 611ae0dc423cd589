import { checkFields } from '@aftercare/domain/lib/field-rules'
import { STATEMENT_RULES, TAX_EXEMPT } from '@aftercare/domain/statement/statement-details'
import { Field, TextArea, TextInput } from '../../ui/inputs/field'
import { Card, CardTitle } from '../../ui/layout/card'
import { SettingsForm, StoredSettings } from '../settings/settings-form'
import { useSettingForm } from '../settings/use-setting-form'
import {
  type StoredDetails,
  saveDetailsOptions,
  storedDetails,
  useStatementDetails,
} from './statement-details.api'

const LABELS = { legal_name: 'Legal name', address: 'Address', tax_number: 'Tax ID (EIN)' } as const

/** The care provider's details on the yearly statements. */
export function StatementDetailsCard() {
  return (
    <StoredSettings query={useStatementDetails()} failed="Failed to load statement details" fields={3}>
      {(stored) => <DetailsForm stored={stored} />}
    </StoredSettings>
  )
}

function DetailsForm({ stored }: { stored: StoredDetails }) {
  const form = useSettingForm('Statement details', {
    name: 'statement_details',
    stored: storedDetails(stored),
    mutation: saveDetailsOptions,
  })
  const submit = () => form.submit(checkFields(form.values, STATEMENT_RULES))
  return (
    <Card as="section" aria-labelledby="statement-details">
      <CardTitle id="statement-details">Statement details</CardTitle>
      <p className="mt-1 mb-3 text-muted">
        Shown on families' yearly statements, which they need for taxes and dependent-care accounts. Blank
        fields are left off.
      </p>
      <SettingsForm
        form={form}
        describe={(name, values) => [LABELS[name], values[name].trim()]}
        onSubmit={submit}
        resetLabel="Discard changes"
        saveLabel="Save details"
      >
        <Field label={LABELS.legal_name} error={form.errors.legal_name}>
          <TextInput {...form.control('legal_name')} />
        </Field>
        <Field label={LABELS.address} error={form.errors.address}>
          <TextArea {...form.control('address')} />
        </Field>
        <Field
          label={LABELS.tax_number}
          error={form.errors.tax_number}
          description={`For example 12-3456789, or "${TAX_EXEMPT}"`}
        >
          <TextInput {...form.control('tax_number')} />
        </Field>
      </SettingsForm>
    </Card>
  )
}
