import { FallenBlocks } from './ui/illustrations/fallen-blocks'
import { ButtonLink } from './ui/inputs/button'
import { usePageTitle } from './ui/layout/page-title'

export function NotFoundPage() {
  usePageTitle('Page not found')
  return (
    <div className="mx-auto grid min-h-[70dvh] max-w-md place-content-center justify-items-center px-4 py-8 text-center">
      <FallenBlocks className="w-56" />
      <h1 className="mt-4 text-4xl">404</h1>
      <p className="mt-2 mb-6 text-lg text-muted">Oops! Page not found</p>
      <ButtonLink to="/">Return to Home</ButtonLink>
    </div>
  )
}
