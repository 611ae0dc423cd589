import type { Day } from '@aftercare/domain/lib/days'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import type { FeeChoice } from '@aftercare/domain/pricing/credits'
import { keepPreviousData, type UseMutationOptions, useIsMutating, useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient, replaceInList } from '../../lib/query-client'
import type { AdminMonth } from '../months/months.api'
import { type AudienceDraft, sentTo } from './audience'

export const KEY = ['admin', 'family-messages'] as const
export const SENDING = [...KEY, 'send'] as const

const fetchFamilies = ([date = '', ...also]: readonly Day[]) =>
  request(api.admin['family-messages'].$get({ query: { date, also: also.join(',') } }))

export type FamiliesOfDay = Awaited<ReturnType<typeof fetchFamilies>>

/** Whom a message about these days would reach. Refetched whenever it is opened, and updated live. */
export function useFamiliesOf(days: readonly Day[]) {
  return useQuery({
    queryKey: [...KEY, 'of', ...days],
    queryFn: () => fetchFamilies(days),
    enabled: days.length > 0,
    staleTime: 0,
    // The board around it works offline; this has to show an error instead of waiting.
    networkMode: 'always',
  })
}

export const FAILED = 'Your text is still here. Please try again.'

export const CHECK_DELIVERY = 'Check delivery under Settings > Email Templates > Sent Mail.'

export type MessageDraft = { subject: string; text: string; cancelled: boolean; fees: FeeChoice }

/** About a day, or to an audience. */
export type PreviewedMessage = (MessageDraft & { date: Day }) | AudienceDraft

const fetchPreview = (message: PreviewedMessage) => {
  const words = {
    subject: message.subject.slice(0, MAX_LENGTH.subject),
    text: message.text.slice(0, MAX_LENGTH.message),
  }
  const route = api.admin['family-messages']
  if ('audience' in message)
    return request(route.audience.preview.$post({ json: { ...sentTo(message), ...words } }))
  const { date, cancelled, fees } = message
  return request(route.preview.$post({ json: { date, cancelled, fees, ...words } }))
}

/** The mail as the server would send it. Texts over the limit are truncated. */
export const useMessagePreview = (message: PreviewedMessage) =>
  useQuery({
    queryKey: [...KEY, 'preview', message],
    queryFn: () => fetchPreview(message),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

type SentMessage = { families: number; month: AdminMonth | null }

/** Idempotent: retrying after a lost response sends no second message. */
export const sendAboutDay = (date: Day): UseMutationOptions<SentMessage, Error, MessageDraft> => ({
  mutationKey: [...SENDING, date],
  mutationFn: (draft) => {
    const json = { date, ...draft }
    return withIdempotencyKey('family message', json, (headers) =>
      request(api.admin['family-messages'].$post({ json }, { headers })),
    )
  },
  onSuccess: ({ month }) => {
    if (month) replaceInList(['admin', 'months', 'list'], month)
  },
  onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
})

/** Whether a message is being sent, which may also be cancelling the day. */
export const useIsSendingMessage = (): boolean => useIsMutating({ mutationKey: SENDING }) > 0
