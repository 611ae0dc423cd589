import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { checkFields } from '@aftercare/domain/lib/field-rules'
import { NOTICE_DAYS, retentionRule } from '@aftercare/domain/privacy/retention'
import { useState } from 'react'
import type { Column } from '../../ui/data/columns'
import { DataList } from '../../ui/data/data-list'
import { RowLink } from '../../ui/data/row-link'
import { Field, TextInput } from '../../ui/inputs/field'
import { Card, CardTitle } from '../../ui/layout/card'
import { parentHref } from '../parent-href'
import { SettingsForm, StoredSettings } from '../settings/settings-form'
import { useSettingForm } from '../settings/use-setting-form'
import {
  type FormerFamily,
  parseMonths,
  type Retention,
  saveRetentionOptions,
  storedRetention,
  useFormerFamilies,
  useRetention,
} from './former-families.api'

const TITLE = 'Forget families who left'
const LABEL = 'Months'
const LIST = 'Families who left'

export function ForgetFamiliesCard() {
  return (
    <div className="mt-8">
      <StoredSettings query={useRetention()} failed={`Failed to load "${TITLE}"`} fields={1}>
        {(stored) => (
          <Card as="section" aria-labelledby="forget-families">
            <CardTitle id="forget-families">{TITLE}</CardTitle>
            <p className="mt-1 mb-4 text-muted">
              That many months after their last booked day or payment, families are erased. We email them{' '}
              {NOTICE_DAYS} days before; signing in keeps the account.
            </p>
            <RetentionForm stored={stored} />
            {stored.months !== null && <FormerFamilies months={stored.months} />}
          </Card>
        )}
      </StoredSettings>
    </div>
  )
}

function RetentionForm({ stored }: { stored: Retention }) {
  const form = useSettingForm(`"${TITLE}"`, {
    name: 'forget_families',
    stored: storedRetention(stored),
    mutation: saveRetentionOptions,
  })
  const submit = () =>
    form.submit(checkFields({ months: parseMonths(form.values.months) }, { months: retentionRule }))
  return (
    <SettingsForm
      form={form}
      describe={(_, { months }) => [LABEL, months.trim() || 'Off']}
      onSubmit={submit}
      resetLabel="Discard"
      saveLabel="Save"
    >
      <Field
        label={LABEL}
        error={form.errors.months}
        description="From 12 to 84. Leave blank to turn it off."
      >
        <TextInput inputMode="numeric" autoComplete="off" className="max-w-60" {...form.control('months')} />
      </Field>
    </SettingsForm>
  )
}

const COLUMNS: readonly Column<FormerFamily>[] = [
  {
    label: 'Family',
    role: 'title',
    wrap: 'min-w-32',
    cell: (row) => <RowLink to={parentHref(row.id)}>{row.name}</RowLink>,
  },
  { label: 'Last here', role: 'meta', cell: (row) => formatShortDate(row.last_on) },
  {
    label: 'Emailed',
    role: 'meta',
    cell: (row) => (row.mailed_on ? formatShortDate(row.mailed_on) : '-'),
  },
  { label: 'Erased', role: 'meta', wrap: 'min-w-52', cell: (row) => <WhenErased family={row} /> },
]

function WhenErased({ family }: { family: FormerFamily }) {
  if (family.obstacles.length > 0) return <>Not yet: {family.obstacles.join(' ')}</>
  return family.erased_on ? <>From {formatShortDate(family.erased_on)}</> : <>After the email is sent</>
}

function FormerFamilies({ months }: { months: number }) {
  const [page, setPage] = useState(1)
  return (
    <div className="mt-6">
      <DataList
        label={LIST}
        columns={COLUMNS}
        query={useFormerFamilies(page, months)}
        paging={{ page, onPageChange: setPage, noun: 'families', hideSinglePage: true }}
        error={`We couldn't load the families who left.`}
        empty="No family has left that long ago"
        loadingRows={3}
      />
    </div>
  )
}
