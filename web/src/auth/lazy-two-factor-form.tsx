import { Spinner } from '../ui/feedback/spinner'
import { lazyWithRetry } from '../ui/lazy-with-retry'

/** Loaded only when a code is required. If loading fails, the password form is shown again. */
export const LazyTwoFactorForm = lazyWithRetry(
  () => import('./two-factor-form'),
  (m) => m.TwoFactorForm,
  { close: ({ onBack }) => onBack(), fallback: <Spinner label="Loading..." /> },
)
