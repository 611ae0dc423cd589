import { Spinner } from '../ui/feedback/spinner'
import { lazyWithRetry } from '../ui/lazy-with-retry'

/** Fetched for those who are asked for a code: most never are. Without it they are back at the password. */
export const LazyTwoFactorForm = lazyWithRetry(
  () => import('./two-factor-form'),
  (m) => m.TwoFactorForm,
  { close: ({ onBack }) => onBack(), fallback: <Spinner label="Loading..." /> },
)
