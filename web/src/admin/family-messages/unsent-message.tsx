import { UnsavedChanges } from '../../lib/unsaved-changes'
import { useIsSendingMessage } from './family-messages.api'

/** Another day or page means another message. */
const never = () => false

/** Asks before a message to families that was not sent is lost. */
export const UnsentMessage = ({ isUnsaved }: { isUnsaved: boolean }) => (
  <UnsavedChanges
    draft={{ isUnsaved }}
    isSending={useIsSendingMessage()}
    isSamePage={never}
    unsavedText="Your message hasn't been sent and will be lost."
  />
)
