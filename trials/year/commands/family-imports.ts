import { query } from '../../lib/programme'
import {
  type Adult,
  byKey,
  type Child,
  type FamilyLine,
  type Model,
  newKey,
  rename,
  STAFF_EMAIL,
} from '../model'
import { clearRateLimits, findAccountId, type Product } from '../product'
import { addAdult, log, type Outcome, type Pick, type Plan, presentAdults } from '../requests'
import { childrenOf, familyOf, now as instantNow } from '../rules'
import { hasRoom, nameAt, someNewEmail } from './account-emails'
import { endLinks, invited, learnLink } from './account-links'
import { CHILD_NAMES } from './children'
import { isReplaceable } from './sign-ups'

/** Lists add nobody beyond this, so that there is room for people who sign up. */
const MAX_ACCOUNTS_BY_LIST = 11

/** Case, spaces, accents and "Last, First" do not matter. */
const plainName = (name: string): string =>
  name
    .replace(/^([^,]+),([^,]+)$/, '$2 $1')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** Known families and nearly known ones, with children whom they have, nearly have, or not yet. */
function someLine(model: Model, pick: Pick): FamilyLine {
  const adult = pick.of(presentAdults(model))
  const isKnown = pick.chance(55) || !hasRoom(model, MAX_ACCOUNTS_BY_LIST)
  const email = pick.chance(5)
    ? STAFF_EMAIL
    : isKnown
      ? (adult?.email ?? '')
      : someNewEmail(model, pick.about('new'))
  const child = pick.of(adult ? childrenOf(model, familyOf(adult)) : [])?.name
  const name = (pick.chance(50) ? child : pick.of(CHILD_NAMES)) ?? 'Otis'
  const typed = [
    name,
    name.toUpperCase(),
    name.replace('ë', 'e'),
    name.replace(/^([^\s,]+) ([^\s,]+)$/, '$2, $1'),
    '',
  ]
  return {
    parent: nameAt(email, pick),
    email: pick.chance(20) ? email.toUpperCase() : email,
    child: typed[pick.int(pick.chance(90) ? 4 : 5)] ?? '',
  }
}

const lineText = ({ parent, email, child }: FamilyLine) => `${parent},${email},,"${child}",,,`

/** A list of the school office, one line per child; a family is told by its email. */
export const importFamilies: Plan = (model, pick) => {
  const isRepeated = pick.chance(25) && model.familyLines.length > 0
  const lines = isRepeated
    ? model.familyLines
    : Array.from({ length: 1 + pick.int(4) }, (_, index) => someLine(model, pick.about(index)))
  const isInviting = pick.chance(60)
  const file = ['Parent,Email,Phone,Child,Allergies,Notes,Class', ...lines.map(lineText)].join('\n')
  return {
    who: 'staff',
    text: `staff import the families ${lines.map(lineText).join(' | ')}${isInviting ? ' and invite them' : ''}`,
    method: 'POST',
    path: '/admin/family-imports',
    isKeyed: true,
    prepare: (product) => review(product, file, isInviting),
    apply: (now) => imported(now, lines, isInviting),
  }
}

async function review(product: Product, file: string, isInviting: boolean) {
  const path = '/admin/family-imports/review'
  const { status, body } = await product.staff(`${path}?file_name=families.csv`, { method: 'POST', file })
  if (status !== 200) throw new Error(`The file was not read: ${JSON.stringify(body)}`)
  const decision = { id: body.id, send_invitations: isInviting }
  const decided = await product.staff(path, { method: 'PATCH', body: decision })
  return { id: body.id, version: decided.body.version }
}

function imported(model: Model, lines: readonly FamilyLine[], isInviting: boolean): Outcome {
  const parents: Adult[] = []
  const children: Child[] = []
  for (const { parent, email: typed, child: name } of lines) {
    const email = typed.toLowerCase()
    if (email === STAFF_EMAIL || name === '') continue
    const adult = knownAt(model, email, parents) ?? newParent(model, parent, email, parents)
    const family = familyOf(adult)
    const isThere = childrenOf(model, family).some((each) => plainName(each.name) === plainName(name))
    if (isThere) continue
    const child = { key: newKey(model, 'c'), id: '', family, name, isRemoved: false }
    model.children.push(child)
    children.push(child)
  }
  model.familyLines = [...lines]
  if (children.length === 0) return { refusals: ['import-empty'] }
  const families = [...new Set(children.map(({ family }) => family))]
  for (const family of families) log(model, 'parent.import', 'staff', family)
  const links = isInviting ? parents.map((parent) => ({ parent, link: invited(model, parent) })) : []
  const wanted = { families: families.length, children: children.length, invitations: links.length }
  return {
    families,
    learn: async (body, product) => {
      for (const parent of parents) parent.id ||= await findAccountId(product, parent.email)
      for (const { parent, link } of links) await learnLink(parent, link)(body, product)
      await learnChildren(model, children, product)
      const isSame = Object.entries(wanted).every(([name, count]) => body[name] === count)
      return isSame ? undefined : [`imported ${JSON.stringify(body)} instead of ${JSON.stringify(wanted)}`]
    },
  }
}

/** A sign-up that nobody confirmed counts as new. */
const knownAt = (model: Model, email: string, parents: readonly Adult[]): Adult | undefined =>
  presentAdults(model).find(
    (adult) => adult.email === email && (parents.includes(adult) || !isReplaceable(model, adult)),
  )

/** Without a password; that of an unconfirmed sign-up is gone. */
function newParent(model: Model, name: string, email: string, parents: Adult[]): Adult {
  const unconfirmed = presentAdults(model).find((adult) => adult.email === email)
  const parent = unconfirmed ?? addAdult(model, { name, email })
  endLinks(model, parent.key, ['verify', 'recovery', 'invite'])
  rename(parent, name)
  Object.assign(parent, { password: null, invitedAt: null })
  parents.push(parent)
  return parent
}

/** The answer has no ids. */
async function learnChildren(model: Model, children: readonly Child[], product: Product): Promise<void> {
  for (const child of children) {
    const known = model.children.map(({ id }) => id).filter((id) => id !== '')
    const [row] = await query<{ id: string }>(
      product.databaseUrl,
      'select id from children where parent_id = $1 and name = $2 and deleted_at is null and id <> all($3::uuid[])',
      [byKey(model.adults, child.family).id, child.name, known],
    )
    child.id = row?.id ?? ''
  }
}

const isUninvited = ({ password, invitedAt, status }: Adult): boolean =>
  password === null && invitedAt === null && status === 'active'

/** Everybody without a password who was never invited. */
export const inviteUninvited: Plan = () => ({
  who: 'staff',
  text: 'staff invite everybody who was never invited',
  method: 'POST',
  path: '/admin/family-imports/invitations',
  isKeyed: false,
  prepare: clearRateLimits,
  apply: (now) => {
    const links = presentAdults(now)
      .filter(isUninvited)
      .map((parent) => ({ parent, link: invited(now, parent) }))
    for (const { parent } of links) log(now, 'parent.invite', 'staff', parent.key)
    return {
      learn: async (body, product) => {
        for (const { parent, link } of links) await learnLink(parent, link)(body, product)
        return body.invitations === links.length
          ? undefined
          : [`${body.invitations} were invited instead of ${links.length}`]
      },
    }
  },
})

/** From the parent's page. The link sent before stops working; of two clicks within a minute one sends. */
export const inviteParent: Plan = (model, pick) => {
  const without = presentAdults(model).filter(({ password }) => password === null)
  const parent = pick.of(pick.chance(90) ? without : presentAdults(model))
  if (!parent || parent.invitedAt === instantNow(model)) return null
  const { key, id, email } = parent
  return {
    who: 'staff',
    text: `staff invite ${email}`,
    method: 'POST',
    path: `/admin/parents/${id}/invitation`,
    isKeyed: false,
    prepare: clearRateLimits,
    apply: (now) => {
      const stored = byKey(now.adults, key)
      if (stored.isErased) return { refusals: ['not-found'] }
      if (stored.password !== null) return { refusals: ['has-password'] }
      if (stored.invitedAt === instantNow(now)) return {}
      log(now, 'parent.invite', 'staff', key)
      return { learn: learnLink(stored, invited(now, stored)), families: [key] }
    },
  }
}
