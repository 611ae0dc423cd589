import { useTexts } from './language/language'
import { en } from './texts/en'
import { FallenBlocks } from './ui/illustrations/fallen-blocks'
import { ButtonLink } from './ui/inputs/button'
import { usePageTitle } from './ui/layout/page-title'

export function NotFoundPage() {
  const t = useTexts(en).notFound
  usePageTitle(t.pageTitle)
  return (
    <div className="mx-auto grid min-h-[70dvh] max-w-md place-content-center justify-items-center px-4 py-8 text-center">
      <FallenBlocks className="w-56" />
      <h1 className="mt-4 text-5xl">404</h1>
      <p className="mt-2 mb-6 text-lg text-muted">{t.text}</p>
      <ButtonLink to="/">{t.home}</ButtonLink>
    </div>
  )
}
