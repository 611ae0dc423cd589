import { RequireSameUser } from '../require-same-user'
import { DropInView } from './drop-in-view'

/** /day-drop-in, for parents and guests. */
export default function DayDropInPage() {
  return <RequireSameUser>{(personId) => <DropInView personId={personId} />}</RequireSameUser>
}
