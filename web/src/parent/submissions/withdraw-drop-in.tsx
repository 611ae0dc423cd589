import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import type { Day } from '@aftercare/domain/lib/days'
import { useState } from 'react'
import { useLanguage, useTexts } from '../../language/language'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import { useAppMutation } from '../../lib/use-app-mutation'
import { Button } from '../../ui/inputs/button'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { en as enUi } from '../../ui/texts/en'
import { en } from './texts/withdraw.en'

type WithdrawDropInProps = { day: Day; send: () => Promise<unknown>; onWithdrawn: () => void }

/** The button with its question. */
export function WithdrawDropIn({ day, send, onWithdrawn }: WithdrawDropInProps) {
  const t = useTexts(en)
  const ui = useTexts(enUi)
  const date = formatWeekdayDate(day, useLanguage())
  const toast = useToast('withdrawing a drop-in')
  const [isAsking, setIsAsking] = useState(false)
  const withdraw = useAppMutation(
    { mutationFn: send },
    {
      onSuccess: () => {
        setIsAsking(false)
        toast.success(ui.success, t.done(date))
        onWithdrawn()
      },
      onError: (error) => {
        setIsAsking(false)
        toast.error(ui.error, getErrorMessage(error) ?? t.failed)
      },
    },
  )
  return (
    <>
      <Button variant="quiet" className="px-3" onClick={() => setIsAsking(true)}>
        {t.withdraw}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t.title}
        description={t.text(date)}
        confirmLabel={t.confirm}
        loading={withdraw.isPending}
        onConfirm={() => withdraw.mutate()}
      />
    </>
  )
}
