import { useUser } from '../../lib/auth-provider'
import { useToast } from '../../lib/scoped-toast'
import { Switch } from '../../ui/inputs/switch'
import { Card } from '../../ui/layout/card'
import { errorReason } from '../error-reason'
import { useRequireTwoFactor, useTwoFactor } from '../two-factor/two-factor.api'
import type { AdminUser } from './admins.api'

const LABEL = 'Require two-step sign-in'

/** Only for admins who use it themselves. */
export function RequireTwoFactor({ admins }: { admins: readonly AdminUser[] }) {
  const user = useUser()
  const { data } = useTwoFactor(user.id)
  const toast = useToast('requiring two-step sign-in')
  const requireAll = useRequireTwoFactor(user.id, {
    onSuccess: ({ is_required }) =>
      toast.success(is_required ? 'Two-step sign-in is required' : 'Two-step sign-in is no longer required'),
    onError: (error) => toast.error('Setting not saved', errorReason(error)),
  })
  if (!data?.is_on) return null
  const without = admins.filter((admin) => !admin.has_two_factor).length
  const isOn = requireAll.isPending ? (requireAll.variables ?? data.is_required) : data.is_required
  return (
    <Card className="mb-3 flex items-center justify-between gap-4">
      <div>
        <p className="font-semibold">{LABEL}</p>
        <p className="text-sm text-muted">
          Staff must set it up before they can do anything else here.{' '}
          {without > 0 &&
            (without === 1 ? "1 person hasn't set it up yet." : `${without} people haven't set it up yet.`)}
        </p>
      </div>
      <Switch
        label={LABEL}
        checked={isOn}
        loading={requireAll.isPending}
        onCheckedChange={(required) => requireAll.mutate(required)}
      />
    </Card>
  )
}
