import {
  EMAIL_PREFERENCES,
  type EmailPreference,
  preferencesOf,
} from '@aftercare/domain/admins/email-preferences'
import { isolate } from '@aftercare/domain/lib/isolate'
import { useToast } from '../../lib/scoped-toast'
import type { Column } from '../../ui/data/columns'
import { DataList, TwoLines } from '../../ui/data/data-list'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { Switch } from '../../ui/inputs/switch'
import { SectionHeading } from '../../ui/layout/card'
import { type AdminUser, useAdmins, useSetPreferences } from '../admins/admins.api'

const LABELS: Record<EmailPreference, string> = {
  monthly_submission_parent: 'Monthly, parent copy',
  monthly_submission_admin: 'Monthly, admin',
  dropin_submission_parent: 'Drop-in, parent copy',
  dropin_submission_admin: 'Drop-in, admin',
  daily_attendance_report: 'Daily report',
}

const COLUMNS: readonly Column<AdminUser>[] = [
  {
    label: 'Admin',
    role: 'title',
    className: 'font-semibold',
    cell: (admin) => (
      <TwoLines sub={admin.full_name ? admin.email : undefined}>{admin.full_name || admin.email}</TwoLines>
    ),
  },
  ...EMAIL_PREFERENCES.map(
    (preference): Column<AdminUser> => ({
      label: LABELS[preference],
      role: 'meta',
      align: 'center',
      // The Attendance role gets no mail with fees.
      cell: (admin) =>
        preferencesOf(admin.role).includes(preference) ? (
          <PreferenceSwitch admin={admin} preference={preference} />
        ) : (
          '-'
        ),
    }),
  ),
]

const FAILED = 'Failed to load users'

/** Which admin gets which mail. Each switch is saved at once. */
export function PreferencesTable() {
  const { data, isError, refetch } = useAdmins()
  const hasFailed = isError && !data
  useErrorToast(hasFailed, FAILED)
  return (
    <section aria-labelledby="preferences-title">
      <SectionHeading id="preferences-title">Email preferences</SectionHeading>
      <DataList
        label="Email preferences"
        columns={COLUMNS}
        query={{ data, isError, refetch }}
        error={FAILED}
        loadingRows={3}
      />
      <p className="mt-2 text-note text-muted">
        Parents and guests always get their own confirmation. The parent copy is an extra one for the admin.
      </p>
    </section>
  )
}

type PreferenceSwitchProps = { admin: AdminUser; preference: EmailPreference }

function PreferenceSwitch({ admin, preference }: PreferenceSwitchProps) {
  const toast = useToast('email preferences')
  const { mutate, pending } = useSetPreferences(admin.id, {
    onSuccess: () => toast.success('Success', 'Email configuration saved successfully'),
    onError: () => toast.error('Error', 'Failed to save email configuration'),
  })
  return (
    <Switch
      label={`${isolate(admin.full_name || admin.email)}: ${LABELS[preference]}`}
      checked={pending[preference] ?? admin.preferences[preference]}
      loading={preference in pending}
      onCheckedChange={(isOn) => mutate({ [preference]: isOn })}
    />
  )
}
