import { useLocation } from '../../router/router'
import { RequireSameUser } from '../require-same-user'
import { RegistrationView } from './registration-view'
import { requestedMonthId } from './requested-month'

/** /monthly-signup, for parents and guests. */
export default function MonthlySignupPage() {
  const requested = requestedMonthId(useLocation())
  return (
    <RequireSameUser>
      {(personId) => (
        // Another month in the URL is another form, with its own state.
        <RegistrationView key={requested} personId={personId} requestedMonthId={requested} />
      )}
    </RequireSameUser>
  )
}
