/** Somebody who may pick up a child, as a cell of a file names them. */
export type PickupCell = { name: string; phone: string }

const PHONE_AT_END = /[\s,:–-]*(\(?\+?\(?\d[\d\s().-]{5,}\d(?:\s*(?:x|ext\.?)\s*\d+)?)\)?$/i

/** Longer than a name with a phone number: too long for either, and not worth the search. */
const MAX_PERSON = 200

function withPhone(text: string): PickupCell {
  if (text.length > MAX_PERSON) return { name: text, phone: '' }
  const found = PHONE_AT_END.exec(text)
  const digits = found?.[1] ?? ''
  // "Ann (555-0142)" has the whole number in parentheses.
  const phone = digits.includes(')') ? digits : digits.replace('(', '')
  return { name: found ? text.slice(0, found.index) : text, phone }
}

/**
 * The people in a cell: "Ann Silva 555-010-0142; Joe". Semicolons and line breaks are between people; so is a comma, unless
 * a part would be one word only, as in "Silva, Ann". `phone`: their own column, without blanks around it.
 */
export function pickupPeopleIn(cell: string, phone: string): PickupCell[] {
  const parts = cell.split(/[;\n\r]/).flatMap((part) => {
    const people = part.split(',').map((text) => withPhone(text.trim()))
    return people.every(({ name }) => /\S\s+\S/.test(name)) ? people : [withPhone(part.trim())]
  })
  const people = parts.filter(({ name, phone }) => name !== '' || phone !== '')
  const [only] = people
  // A phone in its own column is only one person's.
  if (only && people.length === 1 && only.phone === '') return [{ ...only, phone }]
  return people.length === 0 && phone !== '' ? [{ name: '', phone }] : people
}
