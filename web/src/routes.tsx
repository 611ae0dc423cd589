import { Route, Routes } from 'react-router'
import { NotFoundPage } from './not-found-page'

/**
 * Every address of the product, in one place. A portal's pages load with `lazy`, so that a parent's phone never
 * fetches the staff's code; the build puts each portal into a file of its own.
 */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}
