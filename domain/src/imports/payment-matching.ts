import { nameKey } from '../lib/name-key'
import { matchSearch } from '../lib/search'
import { normaliseEmail } from '../submissions/guests'
import type { PaymentLine } from './payment-lines'

/** A family that a payment can be recorded for: everybody's names and the adults' emails. */
export type PayingFamily = { id: string; names: readonly string[]; emails: readonly string[] }

export const FOUND_BY_LABELS = {
  email: 'Email',
  remembered: 'Remembered',
  name: 'Name',
  chosen: 'Chosen',
} as const
export type FoundBy = keyof typeof FOUND_BY_LABELS

export type FamilyFound = { familyId: string; foundBy: FoundBy }

/**
 * Finds the family of a line: by email, else by a payer remembered from an earlier import, else by a full name that
 * exactly one family has. Never by similarity.
 */
export function createFamilyFinder(
  families: readonly PayingFamily[],
  remembered: ReadonlyMap<string, string>,
): (line: Pick<PaymentLine, 'payer' | 'email' | 'payerKey'>) => FamilyFound | null {
  const byEmail = indexOf(families, ({ emails }) => emails.map(normaliseEmail))
  const byName = indexOf(families, ({ names }) => names.map(nameKey).filter(isFullName))
  const ids = new Set(families.map(({ id }) => id))
  return ({ payer, email, payerKey }) => {
    const owner = byEmail.get(email)
    if (owner) return { familyId: owner, foundBy: 'email' }
    const known = remembered.get(payerKey)
    if (known !== undefined && ids.has(known)) return { familyId: known, foundBy: 'remembered' }
    const named = byName.get(nameKey(payer))
    return named ? { familyId: named, foundBy: 'name' } : null
  }
}

/** A first name alone is no full name: other people have it too. */
const isFullName = (key: string) => key.includes(' ')

/** The family of each key; null where several families share it. */
function indexOf(families: readonly PayingFamily[], keysOf: (family: PayingFamily) => string[]) {
  const index = new Map<string, string | null>()
  for (const family of families) {
    for (const key of keysOf(family)) {
      if (key === '') continue
      const other = index.get(key)
      index.set(key, other === undefined || other === family.id ? family.id : null)
    }
  }
  return index
}

/** For the choice of a family: those with a name similar to the payer's come first, all others as they were. */
export function similarFirst<Family extends { names: readonly string[] }>(
  families: readonly Family[],
  payer: string,
): Family[] {
  const words = nameKey(payer)
    .split(' ')
    .filter((word) => word.length > 1)
  const rank = ({ names }: Family) =>
    words.filter((word) => names.some((name) => matchSearch(name, word) !== null)).length
  return families
    .map((family) => ({ family, rank: rank(family) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ family }) => family)
}
