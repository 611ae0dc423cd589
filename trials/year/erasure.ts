import { query } from '../lib/programme'
import { type Adult, type Model, noteOf } from './model'
import type { Product } from './product'

/**
 * `by` caused mails that were still queued when they were erased: those may name them. So may mails to addresses of theirs
 * that are or were somebody else's too. Those of everybody who had the same email or name.
 */
type Pattern = { what: string; pattern: string; by: string[]; passed_on: string[] }

/** What is left of people who deleted their accounts, in any column of any table: nothing that names them. */
export async function compareErasures(model: Model, product: Product): Promise<string[]> {
  const patterns = model.adults
    .filter(({ isErased }) => isErased)
    .flatMap((adult) => patternsOf(model, adult))
  if (patterns.length === 0) return []
  const tables = await query<{ name: string }>(
    product.databaseUrl,
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const isOthers = 'not coalesce(t.sent_by = any(p.by), false) and t.to_email <> all(p.passed_on)'
  const found = tables.map(
    ({ name }) => `select '${name}' as name, p.what, count(*)::int as count from ${name} t, wanted p
      where t::text ~ p.pattern ${name === 'outbox' ? `and ${isOthers}` : ''} group by p.what`,
  )
  const rows = await query<{ name: string; what: string; count: number }>(
    product.databaseUrl,
    `with wanted as (select * from jsonb_to_recordset($1) as p (what text, pattern text, by uuid[], passed_on text[]))
      ${found.join(' union all ')}`,
    [JSON.stringify(patterns)],
  )
  return rows.map(({ name, what, count }) => `erased, but in ${count} rows of ${name}: ${what}`)
}

/** Email, notes, name and children's names; not those that somebody else has too. */
function patternsOf(model: Model, adult: Adult): Pattern[] {
  const { key, email } = adult
  const names = namesOf(model, adult).filter((each) => !isOthersName(model, each))
  const emails = emailsOf(adult).filter((each) => !isOthersEmail(model, each))
  const patternOf = (what: string, pattern: string, hadIt: (one: Adult) => boolean): Pattern => {
    const bearers = model.adults.filter(hadIt)
    const by = bearers.map(({ id }) => id)
    return { what, pattern, by, passed_on: bearers.flatMap((one) => passedOn(model, one)) }
  }
  return [
    ...emails.map((each) => patternOf(each, emailPattern(each), (one) => emailsOf(one).includes(each))),
    { what: noteOf(key), pattern: escaped(noteOf(key)), by: [], passed_on: passedOn(model, adult) },
    ...names.map((each) =>
      patternOf(`${each} of ${email}`, namePattern(each), (one) =>
        namesOf(model, one).some((name) => name.includes(each)),
      ),
    ),
  ]
}

const emailsOf = ({ email, earlierEmails }: Adult): string[] => [email, ...earlierEmails]

function namesOf(model: Model, { key, name }: Adult): string[] {
  const children = model.children.filter(({ family }) => family === key)
  return [...new Set([name, ...children.map((child) => child.name)])]
}

/** Addresses of theirs that are or were somebody else's too. */
function passedOn(model: Model, adult: Adult): string[] {
  const others = model.adults.filter(({ key }) => key !== adult.key).flatMap(emailsOf)
  return emailsOf(adult).filter((email) => others.includes(email))
}

const escaped = (text: string): string => text.replace(/[.+[\]]/g, '\\$&')
/** Neither an end nor a beginning of another: dana@example.com is in adana@example.com and in dana@example.com.au. */
const emailPattern = (email: string) => `(?i)(^|[^a-z0-9.+])${escaped(email)}($|[^a-z0-9.-]|\\.[^a-z0-9])`
/** In capitals as written: the columns that are searched have everybody's names as words in lower case. */
const namePattern = (name: string) => `(^|[^[:alnum:]-])${escaped(name)}($|[^[:alnum:]-])`

/** Of guests whom nobody erased; staff may have typed a parent's name with another email. */
const guestsOf = (model: Model) =>
  [...model.submissions, ...model.removedDropIns].flatMap(({ guest }) => guest ?? [])

function isOthersName(model: Model, name: string): boolean {
  const present = model.adults.filter(({ isErased }) => !isErased)
  const children = model.children.filter(({ family }) => present.some(({ key }) => key === family))
  const others = [...present, ...children].map((each) => each.name)
  const earlier = present.flatMap(({ earlierNames }) => earlierNames)
  const guests = guestsOf(model).flatMap((guest) => [guest.name, guest.child])
  const listed = model.familyLines.flatMap(({ parent, child, second }) => [parent, child, second?.name ?? ''])
  const named = model.named.map((each) => each.name)
  return [...others, ...earlier, ...guests, ...listed, ...named].some((each) => each.includes(name))
}

/** Somebody used it again, at the moment of the erasure or later. */
const isOthersEmail = (model: Model, email: string): boolean =>
  model.familyLines.some((line) => [line, line.second].some((each) => each?.email.toLowerCase() === email)) ||
  model.named.some((each) => each.email === email) ||
  model.adults.some((each) => !each.isErased && emailsOf(each).includes(email)) ||
  guestsOf(model).some((guest) => guest.email === email) ||
  model.invitations.some((each) => each.email === email) ||
  model.mails.some(({ to }) => to === email)

/** Mails that they caused and that were sent before the erasure: those still queued then had to go out first. */
export async function compareSentMails(product: Product, adult: Adult): Promise<string[]> {
  const rows = await query<{ template: string }>(
    product.databaseUrl,
    `select template from outbox o join accounts a on a.id = o.sent_by where a.id = $1 and o.sent_at < a.disabled_at`,
    [adult.id],
  )
  return rows.map(({ template }) => `erased, but a mail that they caused is still there: ${template}`)
}
