import type { Day } from '@aftercare/domain/lib/days'
import { useQuery } from '@tanstack/react-query'
import { api, request, requestFile } from '../../lib/api-client'
import { serverNow } from '../../lib/program'
import { mutationHook } from '../../lib/use-app-mutation'

const KEY = ['admin', 'attendance'] as const

/** With the time of its data, for the printed report. */
async function fetchDay(date: Day) {
  const report = await request(api.admin.attendance.$get({ query: { date } }))
  return { ...report, readAt: serverNow().toISOString() }
}

export type DayReport = Awaited<ReturnType<typeof fetchDay>>
export type AttendanceLine = DayReport['rows'][number]

/** Who comes on the day. Refetched whenever it is opened, and updated live. */
export function useAttendance(date: Day) {
  return useQuery({ queryKey: [...KEY, date], queryFn: () => fetchDay(date), staleTime: 0 })
}

/** The same rows as CSV. */
async function fetchAttendanceCsv(date: Day): Promise<Blob> {
  return (await requestFile(api.admin.attendance.export.$get({ query: { date } }))).file
}

export const useExportAttendance = mutationHook({ mutationFn: fetchAttendanceCsv })
