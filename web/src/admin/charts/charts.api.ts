import { useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'

const fetchCharts = () => request(api.admin.dashboard.charts.$get())

type ChartData = Awaited<ReturnType<typeof fetchCharts>>
export type ChartMonth = ChartData['months'][number]
export type SchoolYear = ChartData['school_year']

/** Under the dashboard's key, so that both are invalidated together. */
export const useCharts = () => useQuery({ queryKey: ['admin', 'dashboard', 'charts'], queryFn: fetchCharts })
