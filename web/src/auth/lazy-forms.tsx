import { useTexts } from '../language/language'
import { Spinner } from '../ui/feedback/spinner'
import { lazyWithRetry } from '../ui/lazy-with-retry'
import { en } from '../ui/texts/en'
import { LinkCheck } from './link-check'

/** Loaded when the password was forgotten. If loading fails, the sign-in form is shown again. */
export const LazyResetForm = lazyWithRetry(
  () => import('./reset-form'),
  (m) => m.ResetForm,
  { close: ({ onBack }) => onBack(), fallback: <Loading /> },
)

/** Loaded for a mailed link. If loading fails, the link can be tried again. */
export const LazyPasswordForm = lazyWithRetry(
  () => import('./password-form'),
  (m) => m.PasswordForm,
  {
    fallback: <Loading />,
    renderError: ({ isRetrying, retry }) => <LinkCheck isUnreachable={!isRetrying} onRetry={retry} />,
  },
)

/** Loaded only when a code is required. If loading fails, the password form is shown again. */
export const LazyTwoFactorForm = lazyWithRetry(
  () => import('./two-factor-form'),
  (m) => m.TwoFactorForm,
  { close: ({ onBack }) => onBack(), fallback: <Loading /> },
)

function Loading() {
  return <Spinner label={useTexts(en).loading} />
}
