import { headingKey } from './import-table'

const PERSON_WORD =
  'parent|child|pick up|emergency|mother|father|sibling|doctor|dentist|teacher|school|insurance'
const PERSON = new RegExp(String.raw`\b(?:${PERSON_WORD})(?: \d\b)?`)

/** In this order: what names a person, the number beside it, then what is said of them. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(\p{L}+) s\b/gu, '$1'],
  [/\b(?:student|pupil|camper|childs|children)\b/g, 'child'],
  [/\b(?:authori[sz]ed )?(?:pick ups?|pickups?)(?: (?:people|persons?|contacts?|adults?))?\b/g, 'pick up'],
  [/\bemergency contact\b/g, 'emergency'],
  [/\b(?:parent guardian|guardian parent|guardian|caregiver|adult|contact)\b/g, 'parent'],
  [/\b(?:spouse|partner|co parent)\b/g, 'parent 2'],
  [/\b(?:mom|mum|mama)\b/g, 'mother'],
  [/\b(?:dad|papa)\b/g, 'father'],
  [/\b(?:physician|pediatrician)\b/g, 'doctor'],
  [/\b(?:primary|main|1st|first|one|1) parent\b|\bparent one\b/g, 'parent 1'],
  [/\b(?:secondary|second|other|2nd|two|2) parent\b|\bparent two\b/g, 'parent 2'],
  [/\be ?mails?(?: address)?\b|\bmail\b/g, 'email'],
  [/\b(?:(?:tele)?phone|mobile|cell)(?: phone)?(?: (?:number|no))?\b/g, 'phone'],
  [/\bfull name\b/g, 'name'],
  [/\b(?:first|given|fore)(?: ?name)?\b/g, 'first name'],
  [/\b(?:last(?: ?name)?|surname)\b/g, 'last name'],
]

/**
 * A heading in the words that `FAMILY_FIELDS` knows, with the person first: "Guardian1 E-mail" and "Email of Parent 1" are
 * "parent 1 email". What is about anybody else begins with them, so that two adults are never mixed. A number counts only
 * right after the person: "Guardian Email 2" may be the first one's second email.
 */
export function familyHeadingKey(heading: string): string {
  const key = WORDS.reduce(
    (text, [pattern, word]) => text.replace(pattern, word),
    headingKey(heading.replace(/['‘’]s\b/gi, '').replace(/(\p{Ll})(\p{Lu})|(\p{L})(\d)/gu, '$1$3 $2$4')),
  )
  const person = PERSON.exec(key)?.[0]
  if (person === undefined) return key
  const said = key.replace(person, '').replace(/\b(?:of|for|the)\b/g, '')
  return `${person} ${said}`.replace(/\s+/g, ' ').trim()
}

/** Of a mother and a father, the one whose column comes first is the first adult. */
export function familyHeadingKeys(headings: readonly string[]): string[] {
  const keys = headings.map(familyHeadingKey)
  if (keys.some((key) => /^parent \d/.test(key))) return keys
  const [first] = keys.flatMap((key) => /^(?:mother|father)\b/.exec(key)?.[0] ?? [])
  return keys.map((key) =>
    key.replace(/^(?:mother|father)\b/, (person) => (person === first ? 'parent 1' : 'parent 2')),
  )
}
