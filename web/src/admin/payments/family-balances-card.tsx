import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, request, switchTimeout } from '../../lib/api-client'
import { useToast } from '../../lib/scoped-toast'
import { useAppMutation } from '../../lib/use-app-mutation'
import { Switch } from '../../ui/inputs/switch'
import { Card } from '../../ui/layout/card'
import { errorReason } from '../error-reason'
import { StoredSettings } from '../settings/settings-form'
import { familyBalancesQuery } from './family-balances.api'

const LABEL = 'Families see what they owe'
const route = api.admin['family-balances']

export function FamilyBalancesCard() {
  return (
    <StoredSettings
      query={useQuery(familyBalancesQuery())}
      failed="Failed to load whether families see what they owe"
      fields={1}
    >
      {({ is_shown }) => <FamilyBalances isShown={is_shown} />}
    </StoredSettings>
  )
}

function FamilyBalances({ isShown }: { isShown: boolean }) {
  const client = useQueryClient()
  const toast = useToast('family balances')
  const save = useAppMutation(
    {
      mutationFn: (is_shown: boolean) => request(route.$put({ json: { is_shown } }, switchTimeout())),
      onSuccess: (saved) => void client.setQueryData(familyBalancesQuery().queryKey, saved),
      onSettled: () => client.invalidateQueries(familyBalancesQuery()),
    },
    {
      onSuccess: ({ is_shown }) =>
        toast.success(is_shown ? 'Families now see what they owe' : 'Families no longer see what they owe'),
      onError: (error) => toast.error('Setting not saved', errorReason(error)),
    },
  )
  return (
    <Card className="flex items-center justify-between gap-4">
      <div>
        <p className="font-semibold">{LABEL}</p>
        <p className="text-sm text-muted">
          Their dashboard and history then show their Balance Due, and what was paid for each registration and
          drop-in.
        </p>
      </div>
      <Switch
        label={LABEL}
        checked={save.isPending ? (save.variables ?? isShown) : isShown}
        loading={save.isPending}
        onCheckedChange={(shown) => save.mutate(shown)}
      />
    </Card>
  )
}
