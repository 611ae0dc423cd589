import { useOwnStatement } from '../../features/statement/statement.api'
import { readYear, StatementView } from '../../features/statement/statement-view'
import { useTexts } from '../../language/language'
import { useUrlState } from '../../lib/url-state'
import { Container } from '../../ui/layout/container'
import { en } from '../texts/en'

/** The signed-in parent's yearly statement. */
export default function StatementPage() {
  const t = useTexts(en)
  const { params } = useUrlState()
  const query = useOwnStatement(readYear(params))
  return (
    <Container className="max-w-4xl print:p-0">
      <StatementView query={query} back={{ to: '/history', label: t.history }} />
    </Container>
  )
}
