import { useUser } from '../../lib/auth-provider'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import { Switch } from '../../ui/inputs/switch'
import { Card } from '../../ui/layout/card'
import { useRequireTwoFactor, useTwoFactor } from '../two-factor/two-factor.admin.api'
import type { AdminUser } from './admins.admin.api'

const LABEL = 'Require two-step sign-in'

/** Seen by admins who have it themselves: nobody asks of others what they have not tried. */
export function RequireTwoFactor({ admins }: { admins: readonly AdminUser[] }) {
  const user = useUser()
  const { data } = useTwoFactor(user.id)
  const say = useToast('requiring two-step sign-in')
  const requiring = useRequireTwoFactor(user.id, {
    onSuccess: ({ is_required }) =>
      say.success(
        'Success',
        is_required ? 'Two-step sign-in is required' : 'Two-step sign-in is no longer required',
      ),
    onError: (error) => say.error('Error', getErrorMessage(error) ?? 'Failed to save'),
  })
  if (!data?.is_on) return null
  const without = admins.filter((admin) => !admin.has_two_factor).length
  const isOn = requiring.isPending ? (requiring.variables ?? data.is_required) : data.is_required
  return (
    <Card className="mb-3 flex items-center justify-between gap-4">
      <div>
        <p className="font-strong">{LABEL}</p>
        <p className="text-sm text-muted">
          Admins must set it up before they can do anything else here.{' '}
          {without > 0 &&
            (without === 1 ? "1 admin hasn't set it up yet." : `${without} admins haven't set it up yet.`)}
        </p>
      </div>
      <Switch
        label={LABEL}
        checked={isOn}
        loading={requiring.isPending}
        onCheckedChange={(required) => requiring.mutate(required)}
      />
    </Card>
  )
}
