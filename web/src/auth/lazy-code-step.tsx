import { Spinner } from '../ui/feedback/spinner'
import { lazyWithRetry } from '../ui/lazy-with-retry'

/** Fetched for those who are asked for a code: most never are. Without it they are back at the password. */
export const LazyCodeStep = lazyWithRetry(
  () => import('./code-step'),
  (m) => m.CodeStep,
  { close: ({ onBack }) => onBack(), fallback: <Spinner label="Loading..." /> },
)
