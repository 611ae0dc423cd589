import { Link } from '../router/router'

type AndMoreProps = {
  total: number
  shown: number
  /** What all of them are: "drop-ins". */
  noun: string
  /** The list of all of them. */
  to: string
}

/** Below a list that shows the first ones only; nothing while it shows all. */
export function AndMore({ total, shown, noun, to }: AndMoreProps) {
  if (total <= shown) return null
  return (
    <p className="mt-2">
      and {(total - shown).toLocaleString('en-US')} more.{' '}
      <Link to={to} className="font-semibold underline underline-offset-2">
        View all {total.toLocaleString('en-US')} {noun}
      </Link>
    </p>
  )
}
