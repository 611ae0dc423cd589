import { useTexts } from '../language/language'
import { Spinner } from '../ui/feedback/spinner'
import { lazyWithRetry } from '../ui/lazy-with-retry'
import { en } from '../ui/texts/en'

/** Loaded only when a code is required. If loading fails, the password form is shown again. */
export const LazyTwoFactorForm = lazyWithRetry(
  () => import('./two-factor-form'),
  (m) => m.TwoFactorForm,
  { close: ({ onBack }) => onBack(), fallback: <Loading /> },
)

function Loading() {
  return <Spinner label={useTexts(en).loading} />
}
