import { query } from '../../lib/programme'
import { differences } from '../compare'
import { Difference } from '../difference'
import {
  type Adult,
  byKey,
  type Child,
  type FamilyImport,
  type FamilyLine,
  type Model,
  newKey,
  rename,
} from '../model'
import { type Answer, clearRateLimits, findAccountId, type Product } from '../product'
import { addAdult, log, type Outcome, type Plan, presentAdults, storeChild } from '../requests'
import { now as instantNow, isShutOut } from '../rules'
import { endLinks, invited, learnLink } from './account-links'
import { removeInvitations } from './families'
import { FAMILY_LISTS, type FamilyList, headingsOf, readLine, rowsOf, someLines } from './family-lists'
import { type DecidedLine, decideLines } from './family-reviews'
import { inviteNamed } from './invitations'

/** A list of the school office, one line per child; a family is told by its email. */
export const importFamilies: Plan = (model, pick) => {
  const isRepeated = pick.chance(25) && model.familyLines.length > 0
  const written = isRepeated ? model.familyLines : someLines(model, pick)
  const list = pick.of(FAMILY_LISTS) ?? (FAMILY_LISTS[0] as FamilyList)
  const isInviting = pick.chance(60)
  const isDecided = pick.chance(92)
  const rows = rowsOf(list, written, pick)
  return {
    who: 'staff',
    text: `staff import the families of a list (${list.name}): ${rows.join(' | ')}${isInviting ? ' and invite them' : ''}`,
    method: 'POST',
    path: '/admin/family-imports',
    isKeyed: true,
    prepare: (product) =>
      review(
        product,
        model,
        { list, written, file: [headingsOf(list), ...rows].join('\n') },
        isDecided,
        isInviting,
      ),
    apply: (now) => {
      now.familyLines = [...written]
      if (!isDecided && openColumns(now, list).length > 0) return { refusals: ['import-columns-open'] }
      return imported(
        now,
        list,
        decideLines(
          now,
          written.map((line) => readLine(list, line)),
        ),
        isInviting,
      )
    },
  }
}

/** Until a list with these headings was imported. */
const openColumns = (model: Model, { name, columns }: FamilyList): number[] =>
  model.knownLists.includes(name)
    ? []
    : columns.flatMap(({ open }, place) => (open === undefined ? [] : [place]))

type File = { list: FamilyList; written: readonly FamilyLine[]; file: string }

/** Staff assign the open columns or tick them, and read what would become of each line. */
async function review(
  product: Product,
  model: Model,
  { list, written, file }: File,
  isDecided: boolean,
  isInviting: boolean,
) {
  const path = '/admin/family-imports/review'
  const { status, body } = await product.staff(`${path}?file_name=families.csv`, { method: 'POST', file })
  if (status !== 200) throw new Error(`The file was not read: ${JSON.stringify(body)}`)
  const open = openColumns(model, list)
  const left = body.unassigned.filter(({ unused }: Answer) => !unused).map(({ column }: Answer) => column)
  const decided = await product.staff(path, {
    method: 'PATCH',
    body: {
      id: body.id,
      send_invitations: isInviting,
      columns: Object.fromEntries(
        open.flatMap((place) => {
          const field = list.columns[place]?.open
          return field && isDecided ? [[field, place]] : []
        }),
      ),
      unused: open.map((column) => ({
        column,
        unused: isDecided && list.columns[column]?.open === null,
      })),
    },
  })
  const lines = written.map((line) => readLine(list, line))
  const wrong = [
    ...differences('the list', { 'open columns': left }, { 'open columns': open }),
    ...(isDecided || open.length === 0 ? compareReview(decideLines(model, lines), decided.body) : []),
  ]
  if (wrong.length > 0) throw new Difference(wrong.join('; '))
  return { id: body.id, version: decided.body.version }
}

function compareReview(wanted: readonly DecidedLine[], { rows, totals }: Answer): string[] {
  const found = rows.map(
    (row: Answer) =>
      `${row.parent}, ${row.email}, ${row.child}, ${row.pickup_people.map((each: Answer) => each.name)}: ${row.state}`,
  )
  const lines = wanted.map(
    ({ parent, email, child, pickups, state }) => `${parent}, ${email}, ${child}, ${pickups}: ${state}`,
  )
  const seconds = wanted.flatMap(({ isSecondInvited, second }) =>
    isSecondInvited && second ? [second.email] : [],
  )
  return differences(
    'the review',
    { lines: found, 'second adults': totals.second_adults },
    { lines, 'second adults': new Set(seconds).size },
  )
}

function imported(
  model: Model,
  list: FamilyList,
  lines: readonly DecidedLine[],
  isInviting: boolean,
): Outcome {
  const written = lines.filter(({ state }) => state === 'new-family' || state === 'new-child')
  if (written.length === 0) return { refusals: ['import-empty'] }
  const parents = new Map<string, Adult>()
  const record: FamilyImport = { key: newKey(model, 'f'), id: '', isUndone: false, logged: {} }
  const children = written.map(({ family, firstEmail, parent, child }) => {
    if (family !== null) return storeChild(model, family, child, record.key)
    // The first line of a new family names its first adult.
    const created = parents.get(firstEmail) ?? newParent(model, parent, firstEmail)
    parents.set(firstEmail, created)
    created.import = record.key
    return storeChild(model, created.key, child, record.key)
  })
  nameSeconds(model, written, parents)
  model.familyImports.push(record)
  if (!model.knownLists.includes(list.name)) model.knownLists.push(list.name)
  const families = [...new Set(children.map(({ family }) => family))]
  for (const family of families) log(model, 'parent.import', 'staff', family, record.key)
  for (const family of families) record.logged[family] = model.happened.length
  const created = [...parents.values()]
  const links = isInviting ? created.map((parent) => ({ parent, link: invited(model, parent) })) : []
  const seconds = isInviting
    ? inviteNamed(
        model,
        created.map(({ key }) => key),
      )
    : []
  const wanted = {
    families: families.length,
    children: children.length,
    invitations: links.length + seconds.length,
  }
  return {
    families,
    learn: async (body, product) => {
      for (const parent of created) parent.id ||= await findAccountId(product, parent.email)
      for (const { parent, link } of links) await learnLink(parent, link)(body, product)
      for (const learn of seconds) await learn(body, product)
      await learnChildren(model, children, product)
      const { body: earlier } = await product.staff('/admin/family-imports?size=1')
      record.id = earlier.rows[0]?.id ?? ''
      return differences('the import', body, wanted)
    },
  }
}

/** They wait until their first adult is invited. */
function nameSeconds(model: Model, lines: readonly DecidedLine[], parents: ReadonlyMap<string, Adult>): void {
  for (const { isSecondInvited, second, firstEmail } of lines) {
    const family = parents.get(firstEmail)?.key
    const isThere = model.named.some((each) => each.family === family && each.email === second?.email)
    if (family !== undefined && isSecondInvited && second && !isThere)
      model.named.push({ family, email: second.email, name: second.name, isInvited: false })
  }
}

/** Without a password; that of an unconfirmed sign-up is gone. */
export function newParent(model: Model, name: string, email: string): Adult {
  const unconfirmed = presentAdults(model).find((adult) => adult.email === email)
  const parent = unconfirmed ?? addAdult(model, { name, email })
  endLinks(model, parent.key, ['verify', 'recovery', 'invite'])
  removeInvitations(model, parent.key)
  rename(parent, name)
  Object.assign(parent, { password: null, invitedAt: null })
  return parent
}

/** The answer has no ids. */
export async function learnChildren(
  model: Model,
  children: readonly Child[],
  product: Product,
): Promise<void> {
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
    const seconds = inviteNamed(
      now,
      links.map(({ parent }) => parent.key),
    )
    for (const { parent } of links) log(now, 'parent.invite', 'staff', parent.key)
    return {
      learn: async (body, product) => {
        for (const { parent, link } of links) await learnLink(parent, link)(body, product)
        for (const learn of seconds) await learn(body, product)
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
      if (isShutOut(now, stored)) return { refusals: ['family-suspended'] }
      if (stored.invitedAt === instantNow(now)) return {}
      log(now, 'parent.invite', 'staff', key)
      const learn = learnLink(stored, invited(now, stored))
      const seconds = inviteNamed(now, [key])
      return {
        families: [key],
        learn: async (body, product) => {
          await learn(body, product)
          for (const learnSecond of seconds) await learnSecond(body, product)
          return undefined
        },
      }
    },
  }
}
