import type { Day } from '@aftercare/domain/lib/days'
import { useQueryClient } from '@tanstack/react-query'
import { textsOf } from '../../language/language'
import { api, request } from '../../lib/api-client'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import { useAppMutation } from '../../lib/use-app-mutation'
import { en as ui } from '../../ui/texts/en'
import { en } from './texts/en'

type AbsenceChange = { id: string; child: string; date: Day; isComing: boolean }

/** Reports that a child is not coming on a booked day, or undoes it. */
export function useAbsence({ onEnd }: { onEnd: () => void }) {
  const client = useQueryClient()
  const toast = useToast('not coming on a day')
  return useAppMutation(
    {
      mutationFn: ({ id, date, isComing }: AbsenceChange) => {
        const endpoint = api.submissions[':id']['not-coming']
        const about = { param: { id }, query: { date } }
        return isComing ? request(endpoint.$delete(about)) : request(endpoint.$post(about))
      },
      onSettled: () =>
        Promise.all([
          client.invalidateQueries({ queryKey: ['submissions'] }),
          client.invalidateQueries({ queryKey: ['today'] }),
        ]),
    },
    {
      onSuccess: (_, { child, date, isComing }) => {
        const t = textsOf(en).absence
        toast.success(
          isComing ? t.undone(child, date) : t.marked(child, date),
          isComing ? undefined : t.feeStays,
        )
        onEnd()
      },
      onError: (error) => {
        toast.error(textsOf(ui).error, getErrorMessage(error) ?? textsOf(en).absence.failed)
        onEnd()
      },
    },
  )
}
