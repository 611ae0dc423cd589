import { useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'

const loadCharts = () => request(api.admin.dashboard.charts.$get())

type Charts = Awaited<ReturnType<typeof loadCharts>>
export type ChartMonth = Charts['months'][number]
export type SchoolYear = Charts['school_year']

/** Under the dashboard's own key: whatever makes that read again makes these. */
export const useCharts = () => useQuery({ queryKey: ['admin', 'dashboard', 'charts'], queryFn: loadCharts })
