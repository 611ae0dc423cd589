import type { Day } from '@aftercare/domain/lib/days'
import { useQueryClient } from '@tanstack/react-query'
import { textsOf } from '../../language/language'
import { api, request } from '../../lib/api-client'
import { getErrorMessage } from '../../lib/error-message'
import { scopedToast } from '../../lib/scoped-toast'
import { useAppMutation } from '../../lib/use-app-mutation'
import { en as ui } from '../../ui/texts/en'
import { en } from './texts/en'

type AbsenceChange = {
  /** Omitted: today. */
  date?: Day
  isComing: boolean
  /** What the toast says once it is stored. */
  done: [title: string, text?: string]
}

/** Reports that a submission's child is not coming on a booked day, or undoes it. */
export function useAbsence(submissionId: string, { onEnd }: { onEnd: () => void }) {
  const client = useQueryClient()
  const toast = scopedToast(`absence ${submissionId}`)
  return useAppMutation(
    {
      mutationFn: ({ date, isComing }: AbsenceChange) => {
        const endpoint = api.submissions[':id']['not-coming']
        const about = { param: { id: submissionId }, query: { date } }
        return isComing ? request(endpoint.$delete(about)) : request(endpoint.$post(about))
      },
      onSettled: () =>
        Promise.all([
          client.invalidateQueries({ queryKey: ['submissions'] }),
          client.invalidateQueries({ queryKey: ['today'] }),
        ]),
    },
    {
      onSuccess: (_, { done }) => {
        toast.success(...done)
        onEnd()
      },
      onError: (error) => {
        toast.error(textsOf(ui).error, getErrorMessage(error) ?? textsOf(en).absence.failed)
        onEnd()
      },
    },
  )
}
