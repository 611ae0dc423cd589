import { type FamilyLine, type Model, STAFF_EMAIL } from '../model'
import { plainName, presentAdults } from '../requests'
import { adultsOf, childrenOf, familyOf, hasRecords } from '../rules'
import { invitedFamily } from './invitations'
import { isReplaceable } from './sign-ups'

type State = 'new-family' | 'new-child' | 'known' | 'left-out'
/** `family` is null for one that is created, by the email of its first adult. */
export type DecidedLine = FamilyLine & {
  state: State
  family: string | null
  firstEmail: string
  isSecondInvited: boolean
}

const MAX_ADULTS = 4
const MAX_PICKUPS = 5

/** A sign-up that nobody confirmed counts as new. */
const knownAt = (model: Model, email: string) =>
  presentAdults(model).find((adult) => adult.email === email && !isReplaceable(model, adult))

const isFaulty = ({ email, child, second, pickups }: FamilyLine): boolean =>
  !email.includes('@') ||
  child === '' ||
  pickups.length > MAX_PICKUPS ||
  (second !== null && second.email !== '' && !second.email.includes('@'))

/** A further line of a child may name more people who may pick it up; false if not all fit. */
function addPickups(first: DecidedLine, { pickups }: FamilyLine): boolean {
  const added = pickups.filter((name) => !first.pickups.some((each) => plainName(each) === plainName(name)))
  const all = [...first.pickups, ...added]
  first.pickups = all.slice(0, MAX_PICKUPS)
  return all.length <= MAX_PICKUPS
}

/** Line by line: what an earlier one adds is there for those after it. */
export function decideLines(model: Model, lines: readonly FamilyLine[]): DecidedLine[] {
  /** Second adults by their email, with the first adult of the family that a line invites them into. */
  const invited = new Map<string, string>()
  const created = new Set<string>()
  /** By family, where each child's name was seen first; null for a child on file. */
  const children = new Map<string, Map<string, DecidedLine | null>>()

  const familyOfLine = ({ email, second }: FamilyLine): Pick<DecidedLine, 'family' | 'firstEmail'> | null => {
    const first = invited.get(email)
    // The same two adults the other way round.
    if (first !== undefined) return second?.email === first ? { family: null, firstEmail: first } : null
    const account = knownAt(model, email)
    if (account) return { family: familyOf(account), firstEmail: email }
    const expecting = invitedFamily(model, email)
    if (expecting === null) return { family: null, firstEmail: email }
    const other = second && knownAt(model, second.email)
    return other && familyOf(other) === expecting ? { family: expecting, firstEmail: other.email } : null
  }

  /** Only into a new family, and nobody who has or is expected in another one. */
  const maySecondJoin = (
    { email, second }: FamilyLine,
    firstEmail: string,
    family: string | null,
  ): boolean => {
    if (!second || second.email === '' || family !== null || email !== firstEmail) return false
    if ([email, STAFF_EMAIL].includes(second.email) || created.has(second.email)) return false
    const by = invited.get(second.email)
    if (by !== undefined) return by === firstEmail
    const account = knownAt(model, second.email)
    const isFree =
      !account ||
      (account.joined === null &&
        account.status !== 'suspended' &&
        !hasRecords(model, account.key) &&
        adultsOf(model, account.key).length === 1)
    const count = [...invited.values()].filter((each) => each === firstEmail).length
    return isFree && invitedFamily(model, second.email) === null && count + 1 < MAX_ADULTS
  }

  return lines.map((line) => {
    const leftOut = {
      ...line,
      state: 'left-out' as const,
      family: null,
      firstEmail: '',
      isSecondInvited: false,
    }
    if (isFaulty(line) || line.email === STAFF_EMAIL) return leftOut
    const found = familyOfLine(line)
    if (!found) return leftOut
    const { family, firstEmail } = found
    const own = family === null ? [] : childrenOf(model, family).map(({ name }) => plainName(name))
    const names = children.get(family ?? firstEmail) ?? new Map(own.map((name) => [name, null]))
    children.set(family ?? firstEmail, names)
    const seen = names.get(plainName(line.child))
    if (seen !== undefined)
      return {
        ...leftOut,
        ...found,
        state: seen && !addPickups(seen, line) ? 'left-out' : ('known' as const),
      }
    if (family === null) created.add(firstEmail)
    const isSecondInvited = maySecondJoin(line, firstEmail, family)
    if (isSecondInvited) invited.set(line.second?.email ?? '', firstEmail)
    const state = family === null ? ('new-family' as const) : ('new-child' as const)
    const decided: DecidedLine = { ...line, ...found, state, isSecondInvited }
    names.set(plainName(line.child), decided)
    return decided
  })
}
