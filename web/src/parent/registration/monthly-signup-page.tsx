import { useParams, useSearchParams } from '../../router/router'
import { RequireSameUser } from '../require-same-user'
import { RegistrationView } from './registration-view'

/** /monthly-signup, for parents and guests. The month may be in the query or in the path; the query wins. */
export default function MonthlySignupPage() {
  const params = useSearchParams()
  const { month } = useParams()
  const requested = params.get('month') || month || null
  return (
    <RequireSameUser>
      {(personId) => (
        // Another month in the URL is another form, with its own state.
        <RegistrationView key={requested} personId={personId} requestedMonthId={requested} />
      )}
    </RequireSameUser>
  )
}
