import { writeToLabel } from '@aftercare/domain/family-messages/family-messages'
import { Checkbox } from '../../ui/inputs/checkbox'
import { FamiliesNotes, WaitingRequestsNote } from '../family-messages/families-notes'
import { MessageFields } from '../family-messages/message-fields'
import type { CancelledMessage as Message } from './use-cancelled-message'

/** "Write to the 19 families", with what they get. */
export function CancelledMessage({ message }: { message: Message }) {
  const { families, canWrite, isWriting, words, errors, setTicked, change } = message
  if (!families) return null
  return (
    <div className="grid gap-4">
      {families.families > 0 && (
        <Checkbox
          variant="row"
          checked={isWriting}
          disabled={!canWrite}
          onCheckedChange={setTicked}
          label={writeToLabel(families.families)}
          description={
            isWriting
              ? "One email to each adult, sent with the save. Emails can't be unsent."
              : 'No email is sent.'
          }
        />
      )}
      <FamiliesNotes day={families} />
      <WaitingRequestsNote day={families} cancelling={isWriting ? 'with message' : 'without message'} />
      {isWriting && <MessageFields words={words} errors={errors} onChange={change} rows={4} />}
    </div>
  )
}
