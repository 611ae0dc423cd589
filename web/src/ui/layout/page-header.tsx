import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../router/router'
import { usePageTitle } from './page-title'

export type PageHeaderProps = {
  /** Only where it depends on data; the default is the route's title. Also sets the document title. */
  title?: string
  /** A line under the title. */
  description?: ReactNode
  back?: { to: string; label: string }
  /** Badge beside the title. */
  aside?: ReactNode
  actions?: ReactNode
}

export function PageHeader({ title, description, back, aside, actions }: PageHeaderProps) {
  const heading = usePageTitle(title)
  return (
    <header className="mb-4">
      {back && (
        <Link
          to={back.to}
          className="-ml-1.5 inline-flex min-h-tap items-center gap-1.5 rounded-control pr-2 pl-1.5 text-sm font-semibold text-accent no-underline wrap-anywhere hover:bg-accent-soft dense:min-h-control-dense"
        >
          <ChevronLeft className="size-5 flex-none" />
          {back.label}
        </Link>
      )}
      <div className="flex min-h-tap flex-wrap items-center gap-x-3 gap-y-2 dense:min-h-control-dense">
        <h1 className="min-w-0 text-2xl wrap-anywhere">{heading}</h1>
        {aside}
        {actions && <div className="ml-auto flex flex-wrap gap-2">{actions}</div>}
      </div>
      {description && <p className="mt-1 text-muted">{description}</p>}
    </header>
  )
}
