import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'

/** For a decision in a review, which is stored at once; `onSettled` when it is stored or has failed. */
export function useDecisionCallbacks<Decision>(scope: string, onSettled: (decision: Decision) => void) {
  const toast = useToast(scope)
  return {
    onSuccess: (_: unknown, decision: Decision) => {
      toast.clear()
      onSettled(decision)
    },
    onError: (error: Error, decision: Decision) => {
      toast.error('Error', getErrorMessage(error) ?? 'Failed to save. Please try again.')
      onSettled(decision)
    },
  }
}
