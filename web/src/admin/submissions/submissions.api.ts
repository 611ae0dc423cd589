import { submissionsCsvName } from '@aftercare/domain/lib/csv'
import type { BilledStatus } from '@aftercare/domain/lib/enums'
import type { CancelledFee } from '@aftercare/domain/submissions/cancellations'
import type { SubmissionSort } from '@aftercare/domain/submissions/submission-sorts'
import type { DerivedStatus, SubmissionType } from '@aftercare/domain/submissions/submissions'
import { useQuery } from '@tanstack/react-query'
import { api, request, requestFile } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { today } from '../../lib/program'
import { queryClient } from '../../lib/query-client'
import { mutationHook } from '../../lib/use-app-mutation'
import { usePage } from '../../lib/use-page'
import type { SaveOptions } from '../../lib/use-versioned-form'
import { sendVersioned, type Versioned } from '../../lib/versioned-draft'

const KEY = ['admin', 'submissions'] as const
const PAGE_SIZE = 25

/** Stored in the page's URL. */
export type SubmissionsFilter = {
  status: 'all' | DerivedStatus
  type: 'all' | SubmissionType
  billing: 'all' | 'edited_since_billed'
  request: 'all' | 'asked_to_cancel'
  /** "all", "drop_ins" or a month's id. */
  month: string
  search: string
  sort: SubmissionSort
  direction: 'asc' | 'desc'
}

const fetchPage = (filter: SubmissionsFilter, page: number) =>
  request(api.admin.submissions.$get({ query: { ...filter, page: String(page), size: String(PAGE_SIZE) } }))
const fetchOne = (id: string) =>
  request(api.admin.submissions[':id'].$get({ param: { id: encodeURIComponent(id) } }))

export type ListedSubmission = Awaited<ReturnType<typeof fetchPage>>['rows'][number]
export type AdminSubmission = Awaited<ReturnType<typeof fetchOne>>

export const useListedSubmissions = (filter: SubmissionsFilter, page: number) =>
  usePage([...KEY, 'list', filter, page], () => fetchPage(filter, page))

export function useAdminSubmission(id: string) {
  return useQuery({ queryKey: [...KEY, 'one', id], queryFn: () => fetchOne(id) })
}

/** What staff may edit. */
export type SubmissionValues = { billed_status: BilledStatus; guest_child_notes: string }

export const storedSubmission = ({ billed_status, guest_child_notes, version }: AdminSubmission) => ({
  values: { billed_status, guest_child_notes: guest_child_notes ?? '' },
  version,
})

const refresh = () => queryClient.invalidateQueries({ queryKey: KEY })

const setDetail = (submission: AdminSubmission) =>
  void queryClient.setQueryData([...KEY, 'one', submission.id], submission)

export const saveSubmissionOptions = ({
  id,
  total_fee,
}: AdminSubmission): SaveOptions<SavedSubmission, SubmissionValues> => ({
  mutationKey: [...KEY, 'update', id],
  mutationFn: (save) =>
    sendVersioned(`staff submission ${id}`, save, storedSubmission, ({ changes, version }, headers) => {
      const json = { ...changes, fee: total_fee, version }
      return request(api.admin.submissions[':id'].$patch({ param: { id }, json }, { headers }))
    }),
  onSuccess: setDetail,
  onSettled: refresh,
})

/** Sent with the days that staff were asked about. */
export type DayValues = { days: number[]; confirmedDays: number[] }

export const storedDays = ({ selected_days, version }: AdminSubmission): Versioned<DayValues> => ({
  values: { days: selected_days, confirmedDays: [] },
  version,
})

export const saveDaysOptions = (
  id: string,
  shownFeeCents: (days: readonly number[]) => number,
): SaveOptions<AdminSubmission, DayValues> => ({
  mutationKey: [...KEY, 'days', id],
  mutationFn: (save) =>
    sendVersioned(`days of ${id}`, save, storedDays, ({ values, version }, headers) => {
      const fee = shownFeeCents(values.days) / 100
      const json = { selected_days: values.days, confirmed_days: values.confirmedDays, fee, version }
      return request(api.admin.submissions[':id'].days.$patch({ param: { id }, json }, { headers }))
    }),
  onSuccess: setDetail,
  onSettled: refresh,
})

export type CancelInput = { id: string; reason: string; fee: CancelledFee; version: number }

const submissionHook = <Variables>(mutationFn: (variables: Variables) => Promise<AdminSubmission>) =>
  mutationHook({ mutationFn, onSuccess: setDetail, onSettled: refresh })

export const useCancelRegistration = submissionHook(({ id, ...json }: CancelInput) =>
  withIdempotencyKey(`cancel ${id}`, json, (headers) =>
    request(api.admin.submissions[':id'].cancel.$post({ param: { id }, json }, { headers })),
  ),
)

export const useUndoCancel = submissionHook(({ id, ...json }: FeeConfirmation) =>
  withIdempotencyKey(`undo cancel ${id}`, json, (headers) =>
    request(api.admin.submissions[':id']['undo-cancel'].$post({ param: { id }, json }, { headers })),
  ),
)

export type DeclineInput = { id: string; answer: string; asked_at: string }

export const useDeclineCancelRequest = submissionHook(({ id, ...json }: DeclineInput) =>
  withIdempotencyKey(`decline ${id}`, json, (headers) =>
    request(api.admin.submissions[':id']['decline-cancel'].$post({ param: { id }, json }, { headers })),
  ),
)

export type FeeConfirmation = { id: string; version: number }

export const useConfirmFee = mutationHook({
  mutationFn: ({ id, ...json }: FeeConfirmation) =>
    withIdempotencyKey(`confirm fee ${id}`, json, (headers) =>
      request(api.admin.submissions[':id']['confirm-fee'].$post({ param: { id }, json }, { headers })),
    ),
  onSuccess: setDetail,
  onSettled: refresh,
})

/** A submission after a billing change, with the previous values. */
export type SavedBilling = Marked['rows'][number]
export type Marked = Awaited<ReturnType<typeof sendMarked>>
type SavedSubmission = AdminSubmission & { undo: SavedBilling }

/** With the fees that the list shows: those that are others by now are left. */
const sendMarked = (shown: readonly Pick<ListedSubmission, 'id' | 'total_fee'>[]) => {
  const json = {
    ids: shown.map(({ id }) => id),
    fees: Object.fromEntries(shown.map(({ id, total_fee }) => [id, total_fee])),
  }
  return withIdempotencyKey('mark billed', json, (headers) =>
    request(api.admin.submissions['mark-billed'].$post({ json }, { headers })),
  )
}

export const useMarkBilled = mutationHook({ mutationFn: sendMarked, onSettled: refresh })

/** Restores the billing from before the last save. */
export const useUndoBillingMutation = mutationHook({
  mutationFn: (saved: readonly SavedBilling[]) => {
    const json = { rows: [...saved] }
    return withIdempotencyKey('undo billing', json, (headers) =>
      request(api.admin.submissions['undo-billing'].$post({ json }, { headers })),
    )
  },
  onSettled: refresh,
})

/** All pages of the list as CSV. */
export async function exportSubmissions(filter: SubmissionsFilter) {
  const { file, headers } = await requestFile(api.admin.submissions.export.$get({ query: filter }))
  const name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1]
  return {
    file,
    name: name ?? submissionsCsvName(today()),
    message: `Exported ${Number(headers.get('x-exported-count'))} submission(s)`,
  }
}
