import { type ComponentProps, lazy, Suspense } from 'react'
import { Spinner } from '../../ui/spinner'

const CodeStep = lazy(() => import('./code-step').then((m) => ({ default: m.CodeStep })))

/** Fetched for those who are asked for a code: most never are. */
export const LazyCodeStep = (props: ComponentProps<typeof CodeStep>) => (
  <Suspense fallback={<Spinner label="Loading..." />}>
    <CodeStep {...props} />
  </Suspense>
)
