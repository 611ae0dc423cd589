import { useQueryClient } from '@tanstack/react-query'
import { textsOf } from '../../language/language'
import { api, request } from '../../lib/api-client'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import { useAppMutation } from '../../lib/use-app-mutation'
import { en as enUi } from '../../ui/texts/en'
import { watchesQuery } from './seat-watches.api'
import { en } from './texts/watch-dialog.en'

type Wanted = { month_id: string; day: number; isWatched: boolean }

/** Adds or removes a seat watch. */
export function useWatchSeat() {
  const client = useQueryClient()
  const toast = useToast('seat watch')
  return useAppMutation(
    {
      mutationFn: ({ month_id, day, isWatched }: Wanted) =>
        isWatched
          ? request(api['seat-watches'].$post({ json: { month_id, day } }))
          : request(
              api['seat-watches'][':month_id'][':day'].$delete({ param: { month_id, day: String(day) } }),
            ),
      onSettled: () => client.invalidateQueries({ queryKey: watchesQuery.queryKey }),
    },
    {
      onError: (error) => toast.error(textsOf(enUi).error, getErrorMessage(error) ?? textsOf(en).failed),
    },
  )
}
