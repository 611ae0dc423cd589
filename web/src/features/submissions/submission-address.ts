import { useNavigate, useSearchParams } from 'react-router'

export const SUBMISSION_PARAMETER = 'submission'

/** The dialog's address on the page it stands on, for links: `<Link to={submissionHref(id)}>`. */
const submissionHref = (id: string) => `?${SUBMISSION_PARAMETER}=${id}`

/** Which submission is open, by the address: so that it can be linked, and Back closes it. */
export function useSubmissionAddress() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  return {
    id: params.get(SUBMISSION_PARAMETER),
    open: (id: string) => navigate(submissionHref(id), { preventScrollReset: true }),
    close: () =>
      setParams(
        (now) => {
          now.delete(SUBMISSION_PARAMETER)
          return now
        },
        { replace: true, preventScrollReset: true },
      ),
  }
}

/** Opens the submission's dialog on the page that renders `<SubmissionDialog />`. */
export function useOpenSubmission(): (id: string) => void {
  const { open } = useSubmissionAddress()
  return (id) => void open(id)
}
