import { STAFF_ROLE_LABELS } from '@aftercare/domain/lib/enums'
import { formatInstantDate } from '@aftercare/domain/lib/instants-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import { KeyRound, Pencil, ShieldOff, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '../../lib/auth-provider'
import { programFacts } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import { Badge } from '../../ui/data/badge'
import type { Column } from '../../ui/data/columns'
import { DataList } from '../../ui/data/data-list'
import { loadErrorNote } from '../../ui/feedback/retry-note'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { Button } from '../../ui/inputs/button'
import { IconButton } from '../../ui/inputs/icon-button'
import { SectionHeading } from '../../ui/layout/card'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import { ListedEmail } from '../listed-email'
import { type AdminUser, useAdmins, useSendReset } from './admins.api'
import { DeleteAdminDialog } from './delete-admin-dialog'
import { EditAdminDialog } from './edit-admin-dialog'
import { ForgetFamiliesCard } from './forget-families-card'
import { InviteAdminDialog } from './invite-admin-dialog'
import { RequireTwoFactor } from './require-two-factor'
import { ResetTwoFactorDialog } from './reset-two-factor-dialog'
import { StaffSessions } from './staff-sessions'

const Activity = lazyWithRetry(
  () => import('../activity/activity'),
  (m) => m.Activity,
  { renderError: loadErrorNote("We couldn't load the activity.", 'mt-8') },
)

const FAILED = 'Failed to load users'

const nameOf = (admin: AdminUser) => admin.full_name || admin.email

const COLUMNS: readonly Column<AdminUser>[] = [
  { label: 'Name', role: 'title', className: 'font-semibold', cell: (row) => <Name admin={row} /> },
  { label: 'Email', role: 'meta', cell: (row) => <ListedEmail person={row} /> },
  { label: 'Role', role: 'meta', cell: (row) => STAFF_ROLE_LABELS[row.role] },
  { label: 'Phone', role: 'meta', cell: (row) => row.phone || '-' },
  {
    label: 'Created',
    role: 'meta',
    cell: (row) => formatInstantDate(row.created_at, programFacts().timeZone),
  },
]

export function AdminUsersTab() {
  return (
    <>
      <AdminUsers />
      <StaffSessions />
      <ForgetFamiliesCard />
      <Activity />
    </>
  )
}

function AdminUsers() {
  const { data, isError, refetch } = useAdmins()
  const hasFailed = isError && !data
  useErrorToast(hasFailed, FAILED)
  const [isInviting, setInviting] = useState(false)
  const [editing, setEditing] = useState<AdminUser | null>(null)
  const [deleting, setDeleting] = useState<AdminUser | null>(null)
  const [resetting, setResetting] = useState<AdminUser | null>(null)
  const isLastAdmin = ({ role }: AdminUser) =>
    role === 'admin' &&
    data !== undefined &&
    data.total === data.rows.length &&
    data.rows.filter((each) => each.role === 'admin').length === 1
  const actions: Column<AdminUser> = {
    label: 'Actions',
    role: 'actions',
    align: 'right',
    cell: (admin) => (
      <Actions
        admin={admin}
        isLastAdmin={isLastAdmin(admin)}
        onEdit={() => setEditing(admin)}
        onDelete={() => setDeleting(admin)}
        onResetTwoFactor={() => setResetting(admin)}
      />
    ),
  }
  return (
    <section aria-labelledby="admins-title">
      <SectionHeading
        id="admins-title"
        actions={
          <Button icon={<UserPlus aria-hidden="true" />} onClick={() => setInviting(true)}>
            Invite Admin
          </Button>
        }
      >
        Admin Users
      </SectionHeading>
      {data && <RequireTwoFactor admins={data.rows} />}
      <DataList
        label="Admin Users"
        columns={[...COLUMNS, actions]}
        query={{ data, isError, refetch }}
        error={FAILED}
        loadingRows={3}
      />
      {data && data.total > data.rows.length && (
        <p className="mt-2 text-muted">
          Showing the newest {data.rows.length} of {data.total} admins.
        </p>
      )}
      <InviteAdminDialog open={isInviting} onOpenChange={setInviting} />
      {editing && (
        <EditAdminDialog
          key={editing.id}
          admin={data?.rows.find(({ id }) => id === editing.id) ?? editing}
          isLastAdmin={isLastAdmin(editing)}
          onClose={() => setEditing(null)}
        />
      )}
      <DeleteAdminDialog admin={deleting} onClose={() => setDeleting(null)} />
      <ResetTwoFactorDialog admin={resetting} onClose={() => setResetting(null)} />
    </section>
  )
}

function Name({ admin }: { admin: AdminUser }) {
  const isSelf = useUser().id === admin.id
  return (
    <>
      {nameOf(admin)}
      {isSelf && <Badge className="ml-1.5">You</Badge>}
      {!admin.has_password && <Badge className="ml-1.5">Invited</Badge>}
      {admin.has_two_factor && <Badge className="ml-1.5">Two-step</Badge>}
    </>
  )
}

type ActionsProps = {
  admin: AdminUser
  isLastAdmin: boolean
  onEdit: () => void
  onDelete: () => void
  onResetTwoFactor: () => void
}

function Actions({ admin, isLastAdmin, onEdit, onDelete, onResetTwoFactor }: ActionsProps) {
  const isSelf = useUser().id === admin.id
  const name = nameOf(admin)
  return (
    <>
      <IconButton label={`Edit ${isolate(name)}`} icon={<Pencil />} onClick={onEdit} />
      {admin.has_two_factor && !isSelf && (
        <IconButton
          label={`Reset two-step sign-in for ${isolate(name)}`}
          icon={<ShieldOff />}
          onClick={onResetTwoFactor}
        />
      )}
      <SendReset admin={admin} name={name} />
      <IconButton
        label={`Delete ${isolate(name)}`}
        title={
          isLastAdmin
            ? 'The last admin cannot be removed.'
            : isSelf
              ? 'You cannot delete your own account.'
              : undefined
        }
        icon={<Trash2 />}
        danger
        disabled={isSelf || isLastAdmin}
        onClick={onDelete}
      />
    </>
  )
}

function SendReset({ admin, name }: { admin: AdminUser; name: string }) {
  const toast = useToast(`password reset of ${admin.id}`)
  const reset = useSendReset(admin.id, {
    onSuccess: ({ email }) =>
      toast.success('Password Reset Email Sent', `A link to set a new password was sent to ${email}.`),
    onError: () => toast.error('Error', 'Failed to send password reset email'),
  })
  return (
    <IconButton
      label={`Send password reset to ${isolate(name)}`}
      icon={<KeyRound />}
      // Not `disabled`, which would lose the focus; a second click sends nothing.
      aria-disabled={reset.isPending}
      onClick={() => reset.mutate()}
    />
  )
}
