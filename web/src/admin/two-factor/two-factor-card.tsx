import { formatInstantDate } from '@aftercare/domain/lib/instants-format'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { LockKeyhole, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useUser } from '../../lib/auth-provider'
import { programFacts } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import { Badge } from '../../ui/data/badge'
import { Callout } from '../../ui/feedback/callout'
import { Skeleton } from '../../ui/feedback/skeleton'
import { TableError } from '../../ui/feedback/states'
import { Button } from '../../ui/inputs/button'
import { Card, CardTitle } from '../../ui/layout/card'
import { errorReason } from '../error-reason'
import { ReauthDialog } from './reauth-dialog'
import { RecoveryCodes } from './recovery-codes'
import { SetUpForm } from './set-up-form'
import {
  type AppKey,
  useNewRecoveryCodes,
  useStartTwoFactor,
  useTurnOffTwoFactor,
  useTwoFactor,
} from './two-factor.api'

type TwoFactorCardProps = {
  /** Shown once. State of the page, which then hides everything else from print. */
  codes: readonly string[] | null
  onCodes: (codes: string[] | null) => void
}

/** Two-step sign-in on the admin profile. */
export function TwoFactorCard({ codes, onCodes }: TwoFactorCardProps) {
  const user = useUser()
  const { data, isError, refetch } = useTwoFactor(user.id)
  const [appKey, setAppKey] = useState<AppKey | null>(null)
  return (
    <Card as="section" aria-labelledby="two-factor-title" className="max-w-[36rem]">
      <div className="mb-2 flex flex-wrap items-center gap-2 print:hidden">
        <CardTitle id="two-factor-title">Two-step sign-in</CardTitle>
        {data?.is_on && (
          <Badge tone="success" icon={<LockKeyhole />}>
            On
          </Badge>
        )}
      </div>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => onCodes(null)} />
      ) : appKey ? (
        <SetUpForm
          appKey={appKey}
          onCodes={(made) => {
            setAppKey(null)
            onCodes(made)
          }}
          onCancel={() => setAppKey(null)}
        />
      ) : data?.is_on ? (
        <WhileOn state={data} onCodes={onCodes} />
      ) : data ? (
        <WhileOff isRequired={data.is_required} onStart={setAppKey} />
      ) : isError ? (
        <TableError message="Failed to load two-step sign-in" onRetry={() => void refetch()} />
      ) : (
        <div role="status">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-control w-full" />
        </div>
      )}
    </Card>
  )
}

type WhileOffProps = { isRequired: boolean; onStart: (key: AppKey) => void }

function WhileOff({ isRequired, onStart }: WhileOffProps) {
  const user = useUser()
  const toast = useToast('two-step sign-in')
  const start = useStartTwoFactor(user.id, {
    onSuccess: onStart,
    onError: (error) => toast.error('Two-step sign-in not set up', errorReason(error)),
  })
  return (
    <>
      {isRequired && (
        <Warning>All admins here must use two-step sign-in. Please set it up to continue.</Warning>
      )}
      <p className="text-muted">
        After your password, you'll enter a code from an app on your phone, so a stolen password alone isn't
        enough.
      </p>
      <div className="mt-3 flex justify-end">
        <Button loading={start.isPending} onClick={() => start.mutate()}>
          Set up two-step sign-in
        </Button>
      </div>
    </>
  )
}

const Warning = ({ children }: { children: ReactNode }) => (
  <Callout tone="warning" icon={<TriangleAlert />} className="mb-3">
    {children}
  </Callout>
)

const LOCKED_OUT = (
  <>
    Codes from your app can no longer be checked, and you have no recovery codes left. Once you sign out, you
    can't sign in again until two-step sign-in is reset, either by another admin under Settings or by the
    person who runs your server, with <code className="break-words">npm run admin -- reset-two-step</code>.
  </>
)

type TwoFactorState = { since: string | null; codes_left: number; is_unreadable: boolean }
type WhileOnProps = { state: TwoFactorState; onCodes: (codes: string[]) => void }

function WhileOn({ state, onCodes }: WhileOnProps) {
  const { since, codes_left: codesLeft, is_unreadable: isUnreadable } = state
  const toast = useToast('two-step sign-in')
  const [dialog, setDialog] = useState<'codes' | 'off' | null>(null)
  const close = () => setDialog(null)
  // No code can be verified any more, so nothing can be changed here.
  const isLockedOut = isUnreadable && codesLeft === 0
  const warning = isLockedOut
    ? LOCKED_OUT
    : isUnreadable
      ? 'Codes from your app can no longer be checked, so only recovery codes work. Turn two-step sign-in off with one of them, then set it up again.'
      : codesLeft < 3
        ? 'Create new recovery codes before you run out.'
        : null
  return (
    <>
      <p className="text-muted">
        {since && `Since ${formatInstantDate(since, programFacts().timeZone)}. `}
        {pluralize(codesLeft, 'recovery code')} left.
      </p>
      {warning && (
        <div className="mt-2">
          <Warning>{warning}</Warning>
        </div>
      )}
      {!isLockedOut && (
        <div className="mt-3 flex flex-wrap justify-end gap-2">
          <Button variant="danger-quiet" onClick={() => setDialog('off')}>
            Turn off
          </Button>
          <Button variant="quiet" onClick={() => setDialog('codes')}>
            New recovery codes
          </Button>
        </div>
      )}
      {dialog === 'off' && (
        <ReauthDialog
          title="Turn off two-step sign-in?"
          description="You'll sign in with just your password again."
          confirmLabel="Turn off"
          danger
          failed="Two-step sign-in not turned off"
          useSend={useTurnOffTwoFactor}
          onDone={() => {
            toast.success('Two-step sign-in is off')
            close()
          }}
          onClose={close}
        />
      )}
      {dialog === 'codes' && (
        <ReauthDialog
          title="New recovery codes"
          description="You'll get ten new codes. The old ones will stop working."
          confirmLabel="Create new codes"
          failed="Recovery codes not created"
          useSend={useNewRecoveryCodes}
          onDone={({ recovery_codes }) => {
            close()
            onCodes(recovery_codes)
          }}
          onClose={close}
        />
      )}
    </>
  )
}
