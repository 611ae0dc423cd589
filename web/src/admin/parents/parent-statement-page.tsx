import { useParentStatement } from '../../features/statement/statement.api'
import { readYear, StatementView } from '../../features/statement/statement-view'
import { useUrlState } from '../../lib/url-state'
import { useParams } from '../../router/router'
import { parentHref } from '../parent-href'

/** A parent's yearly statement, as the parent sees it. */
export default function ParentStatementPage() {
  const { parentId = '' } = useParams()
  const { params } = useUrlState()
  const query = useParentStatement(parentId, readYear(params))
  return <StatementView query={query} back={{ to: parentHref(parentId), label: 'Back to Parent' }} />
}
