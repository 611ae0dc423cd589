import { MONTH_REQUIRED } from '@aftercare/domain/family-messages/audiences'
import { monthLabel } from '@aftercare/domain/months/months'
import type { Draft } from '../../lib/use-draft'
import { Spinner } from '../../ui/feedback/spinner'
import { TableError } from '../../ui/feedback/states'
import { useProgram } from '../../ui/program'
import { useAdminMonths } from '../months/months.api'
import type { AudienceDraft } from './audience'
import { sendToAudience, useAudience } from './audience.api'
import { AudienceFields } from './audience-fields'
import { AudienceNotes } from './audience-notes'
import { CHECK_DELIVERY } from './family-messages.api'
import { MessageDialog } from './message-dialog'

type AudienceMessageProps = {
  draft: Pick<Draft<AudienceDraft>, 'values' | 'change' | 'clear'>
  onClose: () => void
  onSent?: (() => void) | undefined
}

/** A message to all active families, to those of a month or to those who owe. */
export function AudienceMessageDialog({ draft, onClose, onSent }: AudienceMessageProps) {
  const { values } = draft
  const { data, isError, isLoading, refetch } = useAudience(values)
  const { data: months } = useAdminMonths()
  const month = months?.find(({ id }) => id === values.month_id)
  const count = data?.families ?? 0
  const { contactEmail } = useProgram()
  return (
    <MessageDialog
      scope="message to families"
      title="Write to Families"
      description={`One email to each address. Replies go to ${contactEmail}.`}
      draft={draft}
      reach={data}
      question={count === 1 ? 'The family gets one email.' : `Each of the ${count} families gets one email.`}
      sending={sendToAudience}
      sentText={() => CHECK_DELIVERY}
      onSent={() => onSent?.()}
      onClose={onClose}
      preview={values}
    >
      {(errors, change) => (
        <>
          <AudienceFields to={values} error={errors.month_id} onChange={change} />
          {isError ? (
            <TableError message="We couldn't load the families." onRetry={() => void refetch()} />
          ) : isLoading ? (
            <Spinner label="Loading..." />
          ) : data ? (
            <AudienceNotes found={data} audience={values.audience} month={month ? monthLabel(month) : null} />
          ) : (
            <p className="text-sm text-muted">{MONTH_REQUIRED} to see who is written to.</p>
          )}
        </>
      )}
    </MessageDialog>
  )
}
