import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { api, request } from '../../lib/api-client'
import { Link } from '../../router/router'
import { Callout } from '../../ui/feedback/callout'
import { LINK_IN_TEXT } from '../../ui/link-in-text'

/** What families read about prices and pick-up times that are not in use, each with a link to the text. */
export function OutdatedTexts({ className }: { className?: string }) {
  const { data } = useQuery({
    queryKey: ['admin', 'site-content', 'outdated'],
    queryFn: () => request(api.admin['outdated-texts'].$get()),
  })
  if (!data || data.rows.length === 0) return null
  return (
    <Callout tone="warning" icon={<TriangleAlert />} className={className}>
      <ul className="grid gap-1">
        {data.rows.map(({ text, to }) => (
          <li key={text}>
            <Link to={to} className={LINK_IN_TEXT}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </Callout>
  )
}
