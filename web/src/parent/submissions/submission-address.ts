import { useAddress } from '../../lib/url-state'
import { usePanelAddress } from '../../lib/use-url-panel'

export const SUBMISSION_PARAMETER = 'submission'

/** Which submission is open, by the address: so that it can be linked, and Back closes it. */
export const useSubmissionAddress = () => usePanelAddress(SUBMISSION_PARAMETER)

/** Opens the submission's dialog on the page that renders `<SubmissionDialog />`. */
export function useOpenSubmission(): (id: string) => void {
  const { change } = useAddress()
  return (id) => change({ [SUBMISSION_PARAMETER]: id })
}
