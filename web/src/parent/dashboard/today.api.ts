import { isolate } from '@aftercare/domain/lib/isolate'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../language/language'
import { api, request } from '../../lib/api-client'
import { getErrorMessage } from '../../lib/error-message'
import { useToday } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import { useAppMutation } from '../../lib/use-app-mutation'
import { en as ui } from '../../ui/texts/en'
import { en } from './texts/en'

const KEY = ['today'] as const

const fetchToday = () => request(api.today.$get())

export type OwnToday = Awaited<ReturnType<typeof fetchToday>>
export type ChildToday = OwnToday['children'][number]

export const ownTodayQuery = () => queryOptions({ queryKey: KEY, queryFn: fetchToday })

/** The family's children who are booked today; live, and refetched on a new day. */
export function useOwnToday() {
  const today = useToday()
  const query = useQuery({
    ...ownTodayQuery(),
    // Yesterday's data is not today's.
    staleTime: (query) => (query.state.data?.date === today ? 30_000 : 0),
    refetchInterval: (query) => (query.state.data && query.state.data.date !== today ? 5_000 : false),
  })
  return { today: query.data?.date === today ? query.data : undefined, query }
}

type AbsenceChange = { child: ChildToday; isComing: boolean }

/** Reports that a child is not coming today, or undoes it. */
export function useNotComing({ onEnd }: { onEnd: () => void }) {
  const t = useTexts(en).today
  const common = useTexts(ui)
  const client = useQueryClient()
  const toast = useToast('not coming today')
  return useAppMutation(
    {
      mutationFn: ({ child: { submission_id: id }, isComing }: AbsenceChange) => {
        const endpoint = api.submissions[':id']['not-coming']
        return isComing
          ? request(endpoint.$delete({ param: { id }, query: {} }))
          : request(endpoint.$post({ param: { id }, query: {} }))
      },
      onSettled: () => client.invalidateQueries({ queryKey: KEY }),
    },
    {
      onSuccess: ({ child_name }, { isComing }) => {
        const child = isolate(child_name)
        toast.success(isComing ? t.undone(child) : t.marked(child), isComing ? undefined : t.markedText)
        onEnd()
      },
      onError: (error) => {
        toast.error(common.error, getErrorMessage(error) ?? t.failed)
        onEnd()
      },
    },
  )
}
