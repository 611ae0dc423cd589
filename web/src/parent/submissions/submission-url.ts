import { useUrlState } from '../../lib/url-state'
import { useUrlPanel } from '../../lib/use-url-panel'

export const SUBMISSION_PARAMETER = 'submission'

/** The open submission is in the URL: it can be linked, and Back closes it. */
export const useSubmissionUrl = () => useUrlPanel(SUBMISSION_PARAMETER)

/** Opens the submission's dialog on the page that renders `<LazySubmissionDialog />`. */
export function useOpenSubmission(): (id: string) => void {
  const { change } = useUrlState()
  return (id) => change({ [SUBMISSION_PARAMETER]: id })
}
