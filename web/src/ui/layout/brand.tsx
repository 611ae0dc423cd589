import { Link } from '../../router/router'
import { Logo } from '../illustrations/logo'
import { useProgram } from '../program'

/** Logo, product name and the portal's name; links to the portal's first page. */
export function Brand({ portal, to, inverse }: { portal: string; to: string; inverse?: boolean }) {
  const { name } = useProgram()
  return (
    <Link
      to={to}
      className="flex min-h-tap min-w-0 items-center gap-2.5 rounded-control text-inherit no-underline"
    >
      <Logo className={inverse ? 'size-7.5 rounded-sm' : 'size-9 rounded-cell'} />
      <span className="min-w-0">
        <b
          className={`block truncate font-display leading-tight font-bold ${inverse ? 'text-base' : 'text-lg'}`}
        >
          {name}
        </b>
        <span
          className={`block truncate text-xs leading-tight ${inverse ? 'text-inverse-muted' : 'text-muted'}`}
        >
          {portal}
        </span>
      </span>
    </Link>
  )
}
