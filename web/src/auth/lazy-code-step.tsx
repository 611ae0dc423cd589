import { Spinner } from '../ui/feedback/spinner'
import { onFirstPress } from '../ui/on-first-use'

/** Fetched for those who are asked for a code: most never are. Without it they are back at the password. */
export const LazyCodeStep = onFirstPress(
  () => import('./code-step').then((m) => m.CodeStep),
  ({ onBack }) => onBack(),
  <Spinner label="Loading..." />,
)
