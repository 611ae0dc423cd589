import { useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'

const loadPictures = () => request(api.admin.dashboard.pictures.$get())

type Pictures = Awaited<ReturnType<typeof loadPictures>>
export type ChartMonth = Pictures['months'][number]
export type SchoolYear = Pictures['school_year']

/** Under the dashboard's own key: whatever makes that read again makes these. */
export const useCharts = () =>
  useQuery({ queryKey: ['admin', 'dashboard', 'pictures'], queryFn: loadPictures })
