import { EMAIL_PREFERENCES, type EmailPreference } from '@aftercare/domain/admins/email-preferences'
import { isolate } from '@aftercare/domain/lib/isolate'
import { useMessages } from '../../lib/scoped-toast'
import { Cell, type Column, Row, TableFrame, TableHead } from '../../ui/data/table'
import { SkeletonRows } from '../../ui/feedback/skeleton'
import { TableError } from '../../ui/feedback/states'
import { useFailureToast } from '../../ui/feedback/use-error-toast'
import { Switch } from '../../ui/inputs/switch'
import { SectionHeading } from '../../ui/layout/card'
import { type AdminUser, useAdmins, useSetPreferences } from '../admins/admins.admin.api'

const LABELS: Record<EmailPreference, string> = {
  monthly_submission_parent: 'Monthly, parent copy',
  monthly_submission_admin: 'Monthly, admin',
  dropin_submission_parent: 'Drop-in, parent copy',
  dropin_submission_admin: 'Drop-in, admin',
  daily_attendance_report: 'Daily report',
}

const COLUMNS: readonly Column[] = [
  { key: 'admin', label: 'Admin' },
  ...EMAIL_PREFERENCES.map((key) => ({ key, label: LABELS[key], align: 'center' as const })),
]

const FAILED = 'Failed to load users'

/** Who of the admins gets which mail. Each switch is saved at once. */
export function PreferencesTable() {
  const { data, isError, refetch } = useAdmins()
  const hasFailed = isError && !data
  useFailureToast(hasFailed, FAILED)
  return (
    <section aria-labelledby="preferences-title">
      <SectionHeading id="preferences-title">Email preferences</SectionHeading>
      <TableFrame
        label="Email preferences"
        footer={hasFailed && <TableError message={FAILED} onRetry={() => void refetch()} />}
      >
        <TableHead columns={COLUMNS} />
        <tbody>
          {!data && !hasFailed && <SkeletonRows columns={COLUMNS.length} rows={3} />}
          {data?.rows.map((admin) => (
            <PreferenceRow key={admin.id} admin={admin} />
          ))}
        </tbody>
      </TableFrame>
      <p className="mt-2 text-note text-muted">
        Parents and guests always get their own confirmation; the parent copy is a second one for the admin.
      </p>
    </section>
  )
}

function PreferenceRow({ admin }: { admin: AdminUser }) {
  const say = useMessages('email preferences')
  const { send, pending } = useSetPreferences(admin.id, {
    onSuccess: () => say.success('Success', 'Email configuration saved successfully'),
    onError: () => say.error('Error', 'Failed to save email configuration'),
  })
  const name = admin.full_name || admin.email
  return (
    <Row>
      <Cell className="font-strong" sub={admin.full_name ? admin.email : undefined}>
        {name}
      </Cell>
      {EMAIL_PREFERENCES.map((preference) => (
        <Cell key={preference} align="center">
          <Switch
            label={`${isolate(name)}: ${LABELS[preference]}`}
            checked={pending[preference] ?? admin.preferences[preference]}
            busy={preference in pending}
            onCheckedChange={(isOn) => send({ [preference]: isOn })}
          />
        </Cell>
      ))}
    </Row>
  )
}
