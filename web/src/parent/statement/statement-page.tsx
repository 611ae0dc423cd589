import { useOwnStatement } from '../../features/statement/statement.api'
import { readYear, StatementView } from '../../features/statement/statement-view'
import { useAddress } from '../../lib/url-state'
import { PageWrap } from '../../ui/layout/container'

/** The signed-in parent's yearly statement. */
export function StatementPage() {
  const { params } = useAddress()
  const query = useOwnStatement(readYear(params))
  return (
    <PageWrap className="max-w-4xl print:p-0">
      <StatementView query={query} back={{ to: '/history', label: 'History' }} />
    </PageWrap>
  )
}
