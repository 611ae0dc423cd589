import { attendanceCsvName } from '@aftercare/domain/lib/csv'
import type { Day } from '@aftercare/domain/lib/days'
import { useQuery } from '@tanstack/react-query'
import { api, request, requestFile } from '../../lib/api-client'
import { serverNow } from '../../lib/program'

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
export async function exportAttendance(date: Day) {
  const { file } = await requestFile(api.admin.attendance.export.$get({ query: { date } }))
  return { file, name: attendanceCsvName(date) }
}
