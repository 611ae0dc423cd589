import { FormForPerson } from '../form-for-person'
import { DropInPage } from './drop-in-page'

/** /day-drop-in, for parents and guests. */
export function DayDropInPage() {
  return <FormForPerson>{(personId) => <DropInPage personId={personId} />}</FormForPerson>
}
