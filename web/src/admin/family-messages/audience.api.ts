import { type UseMutationOptions, useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import { type AudienceDraft, sentTo, type To } from './audience'
import { KEY, SENDING } from './family-messages.api'

const route = api.admin['family-messages'].audience

const fetchAudience = (to: To) => request(route.$get({ query: sentTo(to) }))

export type FamiliesWrittenTo = Awaited<ReturnType<typeof fetchAudience>>

/** Whom the message would reach; undefined until a month is chosen. Updated live. */
export const useAudience = ({ audience, month_id }: To) =>
  useQuery({
    queryKey: [...KEY, 'audience', audience, audience === 'month' ? month_id : null],
    queryFn: () => fetchAudience({ audience, month_id }),
    enabled: audience !== 'month' || month_id !== null,
    staleTime: 0,
    networkMode: 'always',
  })

/** Idempotent: retrying after a lost response sends no second message. */
export const sendToAudience: UseMutationOptions<{ families: number }, Error, AudienceDraft> = {
  mutationKey: [...SENDING, 'audience'],
  mutationFn: ({ subject, text, ...to }) => {
    const json = { ...sentTo(to), subject, text }
    return withIdempotencyKey('message to audience', json, (headers) =>
      request(route.$post({ json }, { headers })),
    )
  },
  onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
}
