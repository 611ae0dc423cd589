import { RequireSameUser } from '../require-same-user'
import { DropInPage } from './drop-in-page'

/** /day-drop-in, for parents and guests. */
export function DayDropInPage() {
  return <RequireSameUser>{(personId) => <DropInPage personId={personId} />}</RequireSameUser>
}
