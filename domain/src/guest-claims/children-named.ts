import { nameKey } from '../lib/name-key'

/** Those with that name: case, accents and spaces aside, also as "Okafor, Amara". */
export function childrenNamed<C extends { name: string }>(children: readonly C[], name: string): C[] {
  const key = nameKey(name)
  return key === '' ? [] : children.filter((child) => nameKey(child.name) === key)
}
