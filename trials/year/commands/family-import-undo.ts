import { compareErasures } from '../erasure'
import { type Adult, byKey, type FamilyImport, type Mail, type Model } from '../model'
import { log, type Plan, presentAdults } from '../requests'
import { adultsOf } from '../rules'
import { ALL_LINKS, endLinks } from './account-links'
import { endInvitations } from './families'

/** Invitations and what strangers may do at the address, as long as nobody opens a mail. */
const NOTHING = [
  'parent.import',
  'parent.invite',
  'parent.invite-adult',
  'parent.cancel-adult-invitation',
  'parent.undo-import',
  'family.invite',
  'family.cancel-invitation',
  'auth.reset-requested',
  'auth.sign-up',
]

/** Families that the list created or added to, as far as they are there. */
const familiesOf = (model: Model, { key, logged }: FamilyImport): Adult[] =>
  presentAdults(model).filter(
    (adult) =>
      adult.key in logged &&
      (adult.import === key ||
        model.children.some(
          (each) => each.import === key && each.family === adult.key && isStored(model, each.key),
        )),
  )

/** A removed child without registrations is deleted. */
const isStored = (model: Model, child: string): boolean =>
  !byKey(model.children, child).isRemoved || model.submissions.some((each) => each.child === child)

/** Whether something else happened to the family since, so that it stays. */
function isTouched(model: Model, { key, logged }: FamilyImport, first: Adult): boolean {
  const family = first.key
  const adults = adultsOf(model, family).map((adult) => adult.key)
  const since = model.happened.slice(logged[family])
  const isUndone = (list: string) => byKey(model.familyImports, list).isUndone
  const isElse = ({ action, import: list }: Model['happened'][number]) =>
    list !== null && list !== key ? !isUndone(list) : !NOTHING.includes(action)
  if (since.some((each) => (each.family === family || adults.includes(each.adult ?? '')) && isElse(each)))
    return true
  if (first.import !== key) return false
  return (
    first.password !== null ||
    first.joined !== null ||
    adults.length > 1 ||
    model.submissions.some((each) => each.family === family) ||
    model.payments.some((each) => each.family === family) ||
    model.children.some((each) => each.family === family && each.import !== key && isStored(model, each.key))
  )
}

/** Removes what the list added, except families to which something else happened since. Once. */
export const undoFamilyImport: Plan = (model, pick) => {
  const open = model.familyImports.filter(({ isUndone }) => !isUndone)
  const found = pick.of(pick.chance(90) && open.length > 0 ? open : model.familyImports)
  if (!found) return null
  const { key } = found
  return {
    who: 'staff',
    text: `staff undo the import of families ${key}`,
    method: 'POST',
    path: `/admin/family-imports/${found.id}/undo`,
    isKeyed: true,
    apply: (now) => {
      const record = byKey(now.familyImports, key)
      if (record.isUndone) return { refusals: ['import-undone'] }
      const families = familiesOf(now, record)
      const staying = families.filter((first) => isTouched(now, record, first))
      const untouched = families.filter((first) => !staying.includes(first))
      record.isUndone = true
      for (const first of untouched) undone(now, record, first)
      log(now, 'family-import.undo', 'staff', key)
      return {
        families: families.filter(({ isErased }) => !isErased).map((first) => first.key),
        learn: async (body, product) => [
          ...compareStaying(body, staying),
          ...(await compareErasures(now, product)),
        ],
      }
    },
  }
}

function compareStaying(body: { stayed: number; staying: { id: string }[] }, staying: readonly Adult[]) {
  const [found, wanted] = [body.staying, staying].map((list) =>
    list
      .map(({ id }) => id)
      .sort()
      .join(', '),
  )
  return found === wanted && body.stayed === staying.length
    ? []
    : [`${body.stayed} stayed: ${found} instead of ${wanted}`]
}

function undone(model: Model, { key }: FamilyImport, first: Adult): void {
  const isNew = first.import === key
  for (const child of model.children)
    if (child.family === first.key && child.import === key) child.isRemoved = true
  if (!isNew) {
    log(model, 'parent.undo-import', 'staff', first.key)
    return
  }
  endLinks(model, first.key, ALL_LINKS)
  endInvitations(model, ({ family }) => family === first.key)
  model.named = model.named.filter(({ family }) => family !== first.key)
  const isTheirs = ({ owner, family, about }: Mail) =>
    about === null && (owner === first.key || family === first.key)
  model.mails = model.mails.filter((each) => !isTheirs(each))
  for (const each of model.mails) if (each.owner === first.key) each.owner = null
  Object.assign(first, { isErased: true, isSignedIn: false })
}
