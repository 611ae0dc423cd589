import { useParams, useSearchParams } from '../../router/router'
import { RequireSameUser } from '../require-same-user'
import { RegistrationView } from './registration-view'

/** /monthly-signup, for parents and guests. The month may stand in the query or in the path; the query wins. */
export default function MonthlySignupPage() {
  const params = useSearchParams()
  const { month } = useParams()
  const requested = params.get('month') || month || null
  return (
    <RequireSameUser>
      {(personId) => (
        // Another month in the address is another form: nothing chosen for the one before belongs to it.
        <RegistrationView key={requested} personId={personId} requestedMonthId={requested} />
      )}
    </RequireSameUser>
  )
}
