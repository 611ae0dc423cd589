import { useUser } from '../../lib/auth-provider'
import { refusalWords } from '../../lib/error-message'
import { useMessages } from '../../lib/scoped-toast'
import { Switch } from '../../ui/inputs/switch'
import { Card } from '../../ui/layout/card'
import { useRequireTwoStep, useTwoStep } from '../two-factor/two-step.admin.api'
import type { AdminUser } from './admins.admin.api'

const LABEL = 'Require two-step sign-in'

/** Seen by admins who have it themselves: nobody asks of others what they have not tried. */
export function RequireTwoStep({ admins }: { admins: readonly AdminUser[] }) {
  const user = useUser()
  const { data } = useTwoStep(user.id)
  const say = useMessages('requiring two-step sign-in')
  const requiring = useRequireTwoStep(user.id, {
    onSuccess: ({ is_required }) =>
      say.success(
        'Success',
        is_required ? 'Two-step sign-in is required' : 'Two-step sign-in is no longer required',
      ),
    onError: (error) => say.error('Error', refusalWords(error) ?? 'Failed to save'),
  })
  if (!data?.is_on) return null
  const without = admins.filter((admin) => !admin.has_two_step).length
  const isOn = requiring.isPending ? (requiring.sent ?? data.is_required) : data.is_required
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
        busy={requiring.isPending}
        onCheckedChange={(required) => requiring.send(required)}
      />
    </Card>
  )
}
