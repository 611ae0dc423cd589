import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import type { Language } from '@aftercare/domain/lib/language'
import { useQuery } from '@tanstack/react-query'
import {
  type RegistrationRequest,
  STAFF_REGISTER,
  toEarlier,
} from '../../features/submissions/submissions.api'
import { api, request } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import { mutationHook } from '../../lib/use-app-mutation'

/** Below the submissions: live changes of those make it stale. */
const KEY = ['admin', 'submissions', 'of-family'] as const

/** Of a family; null for a guest, who has none of it. */
export const useFamilyChildren = (parentId: string | null) =>
  useQuery({
    queryKey: ['admin', 'children', 'all-of', parentId],
    queryFn: () =>
      request(
        api.admin.children.$get({ query: { parent_id: parentId ?? '', size: String(MAX_LENGTH.children) } }),
      ),
    select: ({ rows }) => rows,
    enabled: parentId !== null,
  })

export const useFamilyRegistered = (parentId: string | null) =>
  useQuery({
    queryKey: [...KEY, 'registered', parentId],
    queryFn: () => request(api.admin.parents[':id'].registered.$get({ param: { id: parentId ?? '' } })),
    select: ({ rows }) => rows,
    enabled: parentId !== null,
  })

export function useFamilyEarlier(parentId: string | null, month_id: string | null) {
  const query = useQuery({
    queryKey: [...KEY, 'earlier', parentId, month_id],
    queryFn: () =>
      request(
        api.admin.parents[':id']['earlier-registrations'].$get({
          param: { id: parentId ?? '' },
          query: { month_id: month_id ?? '' },
        }),
      ),
    select: toEarlier,
    enabled: parentId !== null && month_id !== null,
  })
  return { rows: query.data ?? NONE, query }
}

const NONE: ReturnType<typeof toEarlier> = []

export type StaffRegistration = RegistrationRequest & { confirmed_days: number[]; language: Language }

/** Sent again without a response, it is the same registration, whatever it costs and whatever is full by then. */
export const useStaffRegister = mutationHook({
  mutationKey: [STAFF_REGISTER],
  mutationFn: ({ agreement, fee, confirmed_days, language, ...input }: StaffRegistration) =>
    withIdempotencyKey(STAFF_REGISTER, input, (headers) =>
      request(
        api.admin.submissions.$post(
          {
            json: {
              ...input,
              fee,
              confirmed_days,
              language,
              // What is read out in another language than the screen's is the server's to find.
              agreement: agreement.language === language ? agreement : undefined,
            },
          },
          { headers },
        ),
      ),
    ),
  onSettled: () => {
    for (const area of ['submissions', 'parents', 'months'] as const)
      void queryClient.invalidateQueries({ queryKey: ['admin', area] })
  },
})
