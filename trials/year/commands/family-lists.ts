import { type FamilyLine, type Model, STAFF_EMAIL } from '../model'
import { type Pick, presentAdults } from '../requests'
import { childrenOf, familyOf } from '../rules'
import { hasRoom, nameAt, someNewEmail } from './account-emails'
import { CHILD_NAMES } from './children'

/** Lists add nobody beyond this, so that there is room for people who sign up. */
const MAX_ACCOUNTS_BY_LIST = 11

/** `open`: columns of no known field, by their place, with the field that staff assign; null for "Not used". */
type Column = { heading: string; open?: string | null; cell(line: FamilyLine, pick: Pick): string }
/** A kind of list that some school office has. */
export type FamilyList = { name: string; columns: Column[] }

const columnsOf = (columns: Record<string, Column['cell']>): Column[] =>
  Object.entries(columns).map(([heading, cell]) => ({ heading, cell }))

const nothing = () => ''
/** Of a name in two columns; now and then the first column has all of it. */
const lastName = (name: string) => (name.includes(',') ? '' : name.split(' ').slice(1).join(' '))
const firstName = (name: string, pick: Pick) =>
  name.includes(',') || pick.about(name).chance(15) ? name : (name.split(' ')[0] ?? '')

const BUS: Column = {
  heading: 'Bus',
  open: null,
  cell: ({ child }, pick) => (pick.about(child).chance(60) ? 'Route 7' : ''),
}

export const FAMILY_LISTS: readonly FamilyList[] = [
  {
    name: 'plain',
    columns: columnsOf({
      Parent: ({ parent }) => parent,
      Email: ({ email }) => email,
      Phone: nothing,
      Child: ({ child }) => child,
      Allergies: nothing,
      Notes: nothing,
      Class: nothing,
    }),
  },
  {
    name: 'two adults',
    columns: [
      ...columnsOf({
        'Guardian 1 First Name': ({ parent }, pick) => firstName(parent, pick),
        'Guardian 1 Last Name': ({ parent }) => lastName(parent),
        'Guardian 1 Email': ({ email }) => email,
        'Guardian 2 Name': ({ second }) => second?.name ?? '',
        'Guardian 2 Email': ({ second }) => second?.email ?? '',
        'Student First Name': ({ child }, pick) => firstName(child, pick),
        'Student Last Name': ({ child }) => lastName(child),
        'Authorized Pickup': ({ pickups }) => pickups.join('; '),
      }),
      BUS,
    ],
  },
  {
    name: 'unknown headings',
    columns: [
      { heading: 'Elternteil', open: 'parent', cell: ({ parent }) => parent },
      ...columnsOf({ Email: ({ email }) => email }),
      { heading: 'Kind', open: 'child', cell: ({ child }) => child },
      { heading: 'Abholung', open: 'pickup_1', cell: ({ pickups }) => pickups.join('; ') },
      BUS,
    ],
  },
]

const quoted = (cell: string) => (/[",]/.test(cell) ? `"${cell}"` : cell)

export const rowsOf = ({ columns }: FamilyList, lines: readonly FamilyLine[], pick: Pick): string[] =>
  lines.map((line, n) => columns.map(({ cell }) => quoted(cell(line, pick.about(n)))).join(','))

export const headingsOf = ({ columns }: FamilyList): string => columns.map(({ heading }) => heading).join(',')

const PICKUPS = ['Rose Whitfield', 'Uncle Joe Diaz', 'Nana Bo', 'Mr. Pike', 'Tia Luz', 'Opa Hein', 'Mx. Vale']

function someEmail(model: Model, pick: Pick): string {
  const known = pick.of(presentAdults(model))?.email ?? ''
  const isKnown = pick.chance(55) || !hasRoom(model, MAX_ACCOUNTS_BY_LIST)
  const email = isKnown ? known : someNewEmail(model, pick.about('new'))
  if (pick.chance(5)) return STAFF_EMAIL
  return pick.chance(4) ? email.replace('@', '(at)') : email
}

/** Known families and nearly known ones, with children whom they have, nearly have, or not yet. */
function someLine(model: Model, pick: Pick): FamilyLine {
  const email = someEmail(model, pick)
  const adult = presentAdults(model).find((each) => each.email === email)
  const child = pick.of(adult ? childrenOf(model, familyOf(adult)) : [])?.name
  const name = (pick.chance(50) ? child : pick.of(CHILD_NAMES)) ?? 'Otis'
  const typed = [
    name,
    name.toUpperCase(),
    name.replace('ë', 'e'),
    name.replace(/^([^\s,]+) ([^\s,]+)$/, '$2, $1'),
    '',
  ]
  const invited = pick.of(model.invitations)?.email
  const secondEmail = pick.chance(20) && invited ? invited : someEmail(model, pick.about('second'))
  return {
    parent: nameAt(email, pick),
    email: pick.chance(20) ? email.toUpperCase() : email,
    child: typed[pick.int(pick.chance(90) ? 4 : 5)] ?? '',
    second: pick.chance(50)
      ? { name: nameAt(secondEmail, pick), email: pick.chance(8) ? '' : secondEmail }
      : null,
    pickups: pick.chance(30) ? PICKUPS.slice(0, pick.chance(85) ? 1 + pick.int(3) : 6) : [],
  }
}

/** Now and then the adults of the line before, the other way round, with another child. */
export function someLines(model: Model, pick: Pick): FamilyLine[] {
  const lines = Array.from({ length: 1 + pick.int(4) }, (_, index) => someLine(model, pick.about(index)))
  return lines.map((line, index) => {
    const { second, parent, email } = lines[index - 1] ?? { second: null, parent: '', email: '' }
    if (!second || second.email === '' || !pick.about(`turned ${index}`).chance(25)) return line
    return { ...line, parent: second.name, email: second.email, second: { name: parent, email } }
  })
}

/** What the programme reads of a line, in the columns that the list has. A name in two columns is joined. */
export function readLine({ name }: FamilyList, line: FamilyLine): FamilyLine {
  const { second } = line
  return {
    ...line,
    email: line.email.toLowerCase(),
    second: name === 'two adults' && second ? { ...second, email: second.email.toLowerCase() } : null,
    pickups: name === 'plain' ? [] : line.pickups,
  }
}
