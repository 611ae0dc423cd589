import { MAX_ADULTS } from '../family/family'
import type { FamilyLine } from './family-lines'

/** An account that has the email of a line. */
export type KnownAccount = {
  email: string
  /** Whose children they are: the family's first adult. */
  familyId: string
  isStaff: boolean
  /** It has no family of its own and may join another. */
  mayJoin: boolean
  /** The names of the family's children. */
  children: readonly string[]
}

export type FamilyOfLine = { familyId: string | null; familyEmail: string }
type Second = { invitesSecond: boolean; reason: string | null }

const NOT_INVITED = 'so the second adult is not invited'

/** Who belongs to which family, line by line. Nobody is invited into two. */
export function createAdults(
  accounts: ReadonlyMap<string, KnownAccount>,
  invited: ReadonlyMap<string, string>,
) {
  /** By email, the new family that somebody is invited into, and by which line. */
  const seconds = new Map<string, { familyEmail: string; line: number }>()
  const newFamilies = new Set<string>()

  function secondError({ email, second, line }: FamilyLine, family: FamilyOfLine): string | null {
    if (second === null) return null
    if (second.email === '') return `There is no email address, ${NOT_INVITED}`
    if (second.email === email) return `Both adults have this email address, ${NOT_INVITED}`
    if (family.familyId !== null) return `The family is already there, ${NOT_INVITED}`
    const account = accounts.get(second.email)
    if (account?.isStaff) return `It is an admin's address, ${NOT_INVITED}`
    const other = seconds.get(second.email)
    if (other && other.familyEmail !== family.familyEmail)
      return `Line ${other.line} invites the second adult into another family`
    if ((account && !account.mayJoin) || newFamilies.has(second.email) || invited.has(second.email))
      return `There is another family with that address, ${NOT_INVITED}`
    const already = [...seconds.values()].filter(({ familyEmail }) => familyEmail === family.familyEmail)
    if (!other && already.length + 1 >= MAX_ADULTS)
      return `A family can have up to ${MAX_ADULTS} adults, ${NOT_INVITED}`
    if (!other) seconds.set(second.email, { familyEmail: family.familyEmail, line })
    return null
  }

  return {
    /**
     * The family of a line, or why there is none. The second adult of one family is first adult of no other: where a line
     * names the same two the other way round, it is that family's.
     */
    familyOf({ email, second }: FamilyLine): FamilyOfLine | string {
      const earlier = seconds.get(email)
      if (earlier && earlier.familyEmail !== second?.email)
        return `This is the second adult of line ${earlier.line}`
      if (earlier) return { familyId: null, familyEmail: earlier.familyEmail }
      const account = accounts.get(email)
      if (account) return { familyId: account.familyId, familyEmail: email }
      const familyId = invited.get(email)
      if (familyId === undefined) return { familyId: null, familyEmail: email }
      return second && accounts.get(second.email)?.familyId === familyId
        ? { familyId, familyEmail: second.email }
        : 'This address is invited into another family'
    },

    /** The family of somebody's children, whatever else their line says: its id, or a new one's email. */
    familyKeyOf(email: string): string {
      const first = seconds.get(email)?.familyEmail ?? email
      return accounts.get(first)?.familyId ?? invited.get(first) ?? first
    },

    /** Of a line that is imported. */
    second(line: FamilyLine, family: FamilyOfLine): Second {
      if (family.familyId === null) newFamilies.add(family.familyEmail)
      // The other way round, the second one is the first adult.
      if (line.second === null || line.email !== family.familyEmail)
        return { invitesSecond: false, reason: null }
      const reason = secondError(line, family)
      return { invitesSecond: reason === null, reason }
    },
  }
}
