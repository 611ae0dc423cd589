import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import type { Day } from '@aftercare/domain/lib/days'
import type { CreditChoice } from '@aftercare/domain/pricing/credits'
import { useState } from 'react'
import { FormDialog } from '../../lib/form-dialog'
import { useToast } from '../../lib/scoped-toast'
import { Spinner } from '../../ui/feedback/spinner'
import { TableError } from '../../ui/feedback/states'
import { errorReason } from '../error-reason'
import { CreditChoices, familiesAndAmount } from './fee-choices'
import { type AdminMonth, useDayFees, useReinstateDay } from './months.api'

type ReinstateDayDialogProps = {
  month: Pick<AdminMonth, 'id' | 'version'>
  day: number
  date: Day
  onClose: () => void
  onReinstated: () => void
}

/** A cancelled day takes place after all. */
export function ReinstateDayDialog({ month, day, date, onClose, onReinstated }: ReinstateDayDialogProps) {
  const [credits, setCredits] = useState<CreditChoice>('undo')
  const { data: fees, isError, refetch } = useDayFees(month.id, day)
  const toast = useToast(`month ${month.id}`)
  const reinstate = useReinstateDay(month.id, {
    onSuccess: () => {
      toast.success(`${formatWeekdayDate(date)} takes place after all`)
      onReinstated()
      onClose()
    },
    onError: (error) => toast.error('Day not reinstated', errorReason(error)),
  })
  return (
    <FormDialog
      draft="nothing to lose"
      title="Aftercare takes place after all?"
      description={`${formatWeekdayDate(date)} gets the type it had before. No email is sent.`}
      dismissible
      loading={reinstate.isPending}
      disabled={!fees}
      saveLabel="Undo the cancellation"
      onSubmit={() => reinstate.mutate({ day, credits, version: month.version })}
      onClose={onClose}
    >
      {!fees && isError ? (
        <TableError message="We couldn't load the fees." onRetry={() => void refetch()} />
      ) : !fees ? (
        <Spinner label="Loading..." />
      ) : fees.credits > 0 ? (
        <CreditChoices
          amount={familiesAndAmount(fees.families, fees.credits)}
          value={credits}
          onValueChange={setCredits}
        />
      ) : (
        <p>Nothing was credited for this day.</p>
      )}
    </FormDialog>
  )
}
