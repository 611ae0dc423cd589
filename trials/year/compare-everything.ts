import { query } from '../lib/programme'
import {
  addDays,
  addMonths,
  type Day,
  dateIn,
  dayOfMonth,
  instantOf,
  lastDayOf,
  monthKeyOf,
  weekdaysOf,
} from './calendar'
import { cents, compareFamily, compareMonths, compareRow, differences } from './compare'
import { compareBoard, compareDayReport, daysAhead } from './compare-day'
import { Difference } from './difference'
import { compareErasures } from './erasure'
import { type Adult, type Mail, type Model, type Submission, sum } from './model'
import { type Answer, digest, type Product } from './product'
import {
  adultsOf,
  balanceOf,
  childNameOf,
  childrenOf,
  dismissalTime,
  familyOf,
  findMonth,
  generalPaymentsOf,
  isApproved,
  isOpenType,
  isShutOut,
  now,
  pickupTime,
  schoolTypeOn,
  typeOf,
} from './rules'

const PAGE = 100
const MONTHS_IN_FEED = 3

/** At the end of a month: every figure that anybody can see. */
export async function compareEverything(model: Model, product: Product): Promise<void> {
  const month = monthKeyOf(model.today)
  const wrong: string[] = [
    ...(await compareList(model, product)),
    ...(await compareParents(model, product)),
    ...(await compareExport(model, product)),
    ...(await compareMonths(model, product)),
    ...(await compareMails(model, product)),
    ...(await compareActivity(model, product)),
    ...(await compareLinks(model, product)),
    ...(await all(weekdaysOf(month), (n) => compareDayReport(model, product, dateIn(month, n)))),
    ...(await all(daysAhead(model), async (day) => [
      ...(await compareDayReport(model, product, day)),
      ...(await compareBoard(model, product, day)),
    ])),
    ...(await all(model.adults, (adult) => compareAdult(model, product, adult))),
    ...(await compareErasures(model, product)),
    ...(await all(model.deadFeeds, (path) => compareDeadFeed(product, path))),
  ]
  const shown = wrong.slice(0, 12).map((text) => withNames(model, text))
  if (wrong.length > 0) throw new Difference(`at the end of ${month}: ${shown.join('\n  ')}`)
  model.comparedUntil = instantOf(addDays(lastDayOf(month), 1), '00:00')
  model.mails = []
  model.activity = []
}

/** A few at a time. */
async function all<T>(items: readonly T[], compare: (item: T) => Promise<string[]>): Promise<string[]> {
  const wrong: string[] = []
  for (let at = 0; at < items.length; at += 4)
    wrong.push(...(await Promise.all(items.slice(at, at + 4).map(compare))).flat())
  return wrong
}

async function pagesOf(product: Product, path: string, cookie?: string): Promise<Answer[]> {
  const rows: Answer[] = []
  for (let page = 1; ; page += 1) {
    const { body } = await (cookie ? product.request : product.staff)(
      `${path}${path.includes('?') ? '&' : '?'}page=${page}&size=${PAGE}`,
      cookie ? { cookie } : {},
    )
    rows.push(...body.rows)
    if (body.rows.length < PAGE) return rows
  }
}

/** Every submission, and no other. */
async function compareList(model: Model, product: Product): Promise<string[]> {
  const rows = new Map((await pagesOf(product, '/admin/submissions')).map((row) => [row.id, row]))
  const wrong = model.submissions.flatMap((submission) =>
    compareRow(model, submission, rows.get(submission.id)),
  )
  return [...wrong, ...differences('the list', { rows: rows.size }, { rows: model.submissions.length })]
}

async function compareParents(model: Model, product: Product): Promise<string[]> {
  const rows = new Map((await pagesOf(product, '/admin/parents')).map((row) => [row.id, row]))
  const adults = model.adults.filter(({ isErased }) => !isErased)
  return adults.flatMap(({ id, key, email }) => {
    const { outstanding } = balanceOf(model, key)
    return differences(email, { outstanding: cents(rows.get(id)?.outstanding ?? null) }, { outstanding })
  })
}

async function compareExport(model: Model, product: Product): Promise<string[]> {
  const { body, headers } = await product.staff('/admin/submissions/export')
  const fees = [...String(body).matchAll(/,(\d+)\.(\d\d),(?:Submitted|Billed|Partial|Paid),/g)]
  const found = {
    rows: Number(headers['x-exported-count']),
    fees: sum(fees.map(([, whole, part]) => Number(whole) * 100 + Number(part))),
  }
  return differences('the export', found, {
    rows: model.submissions.length,
    fees: sum(model.submissions.map(({ fee }) => fee)),
  })
}

const everythingIn = (model: Model): { key: string; id: string }[] => [
  ...model.submissions,
  ...model.removedDropIns,
  ...model.adults,
  ...model.children,
  ...model.payments,
  ...model.imports,
  ...model.familyImports,
  ...model.months,
]

const idOf = (model: Model, key: string | null): string | null =>
  everythingIn(model).find((item) => item.key === key)?.id ?? null

/** Emails of adults, and keys, which name the steps that made them, instead of ids. */
const withNames = (model: Model, text: string): string =>
  text.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => {
    const adult = model.adults.find((each) => each.id === id)
    return adult?.email ?? everythingIn(model).find((each) => each.id === id)?.key ?? id
  })

/** Differences of two lists in which the same may occur several times. */
function compareCounts(what: string, found: readonly string[], wanted: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const item of found) counts.set(item, (counts.get(item) ?? 0) + 1)
  for (const item of wanted) counts.set(item, (counts.get(item) ?? 0) - 1)
  return [...counts].flatMap(([item, count]) =>
    count === 0 ? [] : [`${what} ${item}: ${Math.abs(count)} too ${count > 0 ? 'many' : 'few'}`],
  )
}

/** Until the worker has composed the mails of everything that is due. */
export async function waitForMails({ databaseUrl }: Product, { today, time }: Model): Promise<void> {
  for (let attempts = 0; attempts < 200; attempts += 1) {
    const [row] = await query<{ left: number }>(
      databaseUrl,
      `with waiting as (
          update outbox set next_attempt_at = now() where event is not null and state = 'queued' returning id)
        select count(*)::int as left from outbox where event is not null and state <> 'failed'
          and (send_after is null or send_after <= $1)`,
      [instantOf(today, time)],
    )
    if (row?.left === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The mails of some events are still not composed')
}

/** Before a step that changes who gets a mail, or in which language: both are found when it is composed. */
export const mailsComposed = (model: Model) => async (product: Product) => {
  await waitForMails(product, model)
  return {}
}

/** Who got which mail about what; the noon report depends on when the server looked at its clock. */
export async function compareMails(model: Model, product: Product): Promise<string[]> {
  await waitForMails(product, model)
  const rows = await query<{
    template: string
    to_email: string
    submission_id: string | null
    state: string
    language: string | null
  }>(
    product.databaseUrl,
    `select template, to_email, submission_id, state, content ->> 'language' as language from outbox
      where created_at >= $1 and template <> 'daily-report' and (event is null or state = 'failed')`,
    [model.comparedUntil],
  )
  const stateText = (state: string) => (['held', 'failed'].includes(state) ? ` ${state}` : '')
  const nameOf = ({ template, to, about, state }: Mail) =>
    `${template} to ${to} about ${idOf(model, about)}${stateText(state)}`
  const named = rows.map((row) => ({
    name: `${row.template} to ${row.to_email} about ${row.submission_id}${stateText(row.state)}`,
    language: row.language,
  }))
  // Of a mail with a link nothing is kept once it is sent.
  const inAnyLanguage = new Set([
    ...named.flatMap(({ name, language }) => (language === null ? [name] : [])),
    ...model.mails.flatMap((mail) => (mail.language === null ? [nameOf(mail)] : [])),
  ])
  const inLanguage = (name: string, language: string | null) =>
    inAnyLanguage.has(name) ? name : `${name} in ${language}`
  const found = named.map(({ name, language }) => inLanguage(name, language))
  const mailText = (mail: Mail) => inLanguage(nameOf(mail), mail.language)
  const wanted = model.mails.filter(({ isUncertain }) => !isUncertain).map(mailText)
  const uncertain = model.mails.filter(({ isUncertain }) => isUncertain).map(mailText)
  const wrong = compareCounts('mail', found, wanted)
  const isPossible = (text: string) =>
    uncertain.some((one) => text.startsWith(`mail ${one}: `) && text.endsWith('many'))
  return wrong.filter((text) => !isPossible(text))
}

async function compareActivity(model: Model, product: Product): Promise<string[]> {
  const rows = await query<{ action: string; who: string | null; row_id: string | null }>(
    product.databaseUrl,
    `select action, case actor_role when 'admin' then 'staff' else actor_id::text end as who, row_id from audit_log
      where at >= $1`,
    [model.comparedUntil],
  )
  const found = rows.map(
    ({ action, who, row_id }) => `${action} by ${who} of ${isNamed(action) ? row_id : null}`,
  )
  const wanted = model.activity.map(({ action, who, about }) => {
    const actor = who === 'staff' ? who : idOf(model, who)
    return `${action} by ${actor} of ${isNamed(action) ? idOf(model, about) : null}`
  })
  return compareCounts('activity', found, wanted)
}

/** Which links of mails about accounts and families still work. Expired ones are deleted some day. */
async function compareLinks(model: Model, product: Product): Promise<string[]> {
  const rows = await query<{ id: string; isOpen: boolean }>(
    product.databaseUrl,
    `select id, used_at is null or purpose = 'verify' as "isOpen" from tokens
      union all select token_hash, ended_at is null from family_invitations`,
  )
  const stored = new Map(rows.map(({ id, isOpen }) => [id, isOpen]))
  return [...model.links, ...model.invitations].flatMap(({ token, isOpen, expiresAt }) => {
    const found = stored.get(digest(token)) ?? (expiresAt > now(model) ? false : isOpen)
    return found === isOpen ? [] : [`the link ${token} ${found ? 'still works' : 'does not work'}`]
  })
}

/** The model knows no id of a message, of a setting or of an import's reversals. */
const isNamed = (action: string) =>
  !['drop-in-approval.save', 'family-message.send', 'pricing.save', 'payment.reverse'].includes(action)

/** What staff see of an adult, and what the adult sees. */
async function compareAdult(model: Model, product: Product, adult: Adult): Promise<string[]> {
  if (adult.isErased) return compareSignedOut(product, adult)
  return [
    ...(await compareFamily(model, product, adult)),
    ...(await compareStatement(model, product, adult)),
    ...(await compareFeed(model, product, adult)),
    ...(await (adult.isSignedIn ? compareOwn(model, product, adult) : compareSignedOut(product, adult))),
  ]
}

/** Of the family, whoever they are by now; nothing of any other. */
async function compareOwn(model: Model, product: Product, adult: Adult): Promise<string[]> {
  const { cookie, email } = adult
  const family = familyOf(adult)
  const own = model.submissions.filter((submission) => submission.family === family)
  const foreign = model.submissions.find((submission) => submission.family !== family && submission.id)
  const [submissions, children, { body: members }, owed, stranger] = await Promise.all([
    pagesOf(product, '/submissions', cookie),
    pagesOf(product, '/children', cookie),
    product.request('/family', { cookie }),
    product.request('/balance', { cookie }),
    foreign && product.request(`/submissions/${foreign.id}`, { cookie }),
  ])
  const found = {
    submissions: submissions.map((row) => `${row.id} ${cents(row.total_fee)}`).sort(),
    children: children.map((row) => row.id).sort(),
    adults: members.adults.map((each: { email: string }) => each.email).sort(),
    balance: owed.body.balance && {
      due: cents(owed.body.balance.balance_due),
      general: cents(owed.body.balance.general_payments),
    },
    'status of a foreign submission': stranger?.status ?? 404,
  }
  return differences(email, found, {
    submissions: own.map((submission) => `${submission.id} ${submission.fee}`).sort(),
    children: childrenOf(model, family)
      .map((child) => child.id)
      .sort(),
    adults: adultsOf(model, family)
      .map((each) => each.email)
      .sort(),
    balance: model.areBalancesShown
      ? { due: balanceOf(model, family).due, general: generalPaymentsOf(model, family) }
      : null,
    'status of a foreign submission': 404,
  })
}

async function compareSignedOut(product: Product, { cookie, email }: Adult): Promise<string[]> {
  const paths = ['/submissions', '/children', '/family', '/statement']
  const responses = await Promise.all(paths.map((path) => product.request(path, { cookie })))
  return responses.flatMap(({ status }, index) =>
    status === 401 ? [] : [`${email} gets ${status} of ${paths[index]}`],
  )
}

async function compareDeadFeed(product: Product, path: string): Promise<string[]> {
  const { status } = await product.request(path.replace('/api', ''))
  return status === 404 ? [] : [`the feed of somebody who is gone or suspended answers ${status}`]
}

/** The calendar year: care by its date, payments by theirs. */
async function compareStatement(model: Model, product: Product, adult: Adult): Promise<string[]> {
  const year = model.today.slice(0, 4)
  const { body } = await product.staff(`/admin/parents/${adult.id}/statement?year=${year}`)
  const isListed = (submission: Submission) => {
    const { family, month, date, cancellation, fee } = submission
    const isOfYear = family === adult.key && (month ?? date ?? '').startsWith(year)
    return isOfYear && (!cancellation || fee > 0) && isApproved(submission)
  }
  const care = model.submissions.filter(isListed)
  const paid = model.payments.filter(
    ({ family, on, movedFrom }) => family === adult.key && on.startsWith(year) && movedFrom === null,
  )
  const billed = sum(care.filter(({ isBilled }) => isBilled).map(({ fee }) => fee))
  const fees = sum(care.map(({ fee }) => fee))
  const lines = body.children.flatMap((child: { lines: Answer[] }) => child.lines)
  const found = {
    fees: cents(body.totals.fees),
    billed: cents(body.totals.billed),
    'not billed': cents(body.totals.not_billed),
    paid: cents(body.totals.paid),
    care: lines.map((line: Answer) => `${line.id} ${cents(line.total_fee)} ${cents(line.credited)}`).sort(),
    payments: body.payments.map((payment: Answer) => cents(payment.amount)).sort(),
  }
  return differences(`the statement ${year} of ${adult.email}`, found, {
    fees,
    billed,
    'not billed': fees - billed,
    paid: sum(paid.map(({ amount }) => amount)),
    care: care.map((line) => `${line.id} ${line.fee} ${creditedOf(model, line)}`).sort(),
    payments: paid.map(({ amount }) => amount).sort(),
  })
}

/** For days that are cancelled now. */
function creditedOf(model: Model, { days, month, date, credits }: Submission): number {
  const { cancelled = {} } = findMonth(model, month ?? monthKeyOf(date ?? '')) ?? {}
  return sum(days.filter((n) => n in cancelled).map((n) => credits[n] ?? 0))
}

/** One entry per child and day, from the first of the month three months back. */
async function compareFeed(model: Model, product: Product, adult: Adult): Promise<string[]> {
  if (adult.feed === null) return []
  if (isShutOut(model, adult)) return compareDeadFeed(product, adult.feed)
  const { body } = await product.request(adult.feed.replace('/api', ''))
  const events = String(body).replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1)
  const value = (event: string, name: string) =>
    (event.match(new RegExp(`^${name}:(.*?)\\r?$`, 'm'))?.[1] ?? '').replaceAll('\\,', ',')
  const found = events.map(
    (event) =>
      `${value(event, 'SUMMARY').split(':')[0]} ${value(event, 'DTSTART')} to ${value(event, 'DTEND')} ${value(event, 'STATUS')}`,
  )
  return compareCounts(`in the feed of ${adult.email}`, found, wantedEvents(model, familyOf(adult)))
}

function wantedEvents(model: Model, family: string): string[] {
  const from = `${addMonths(monthKeyOf(model.today), -MONTHS_IN_FEED)}-01`
  const wanted = new Map<string, string>()
  const own = model.submissions.filter((submission) => submission.family === family && isApproved(submission))
  // A registration says when the child is dismissed, else the drop-in with the lowest id.
  const rank = ({ month, id }: Submission) => `${month === null ? 1 : 0}${id}`
  for (const submission of own.sort((a, b) => (rank(a) < rank(b) ? 1 : -1))) {
    const days =
      submission.date === null
        ? submission.days.map((n) => dateIn(submission.month ?? '', n))
        : [submission.date]
    for (const day of days)
      if (day >= from) wanted.set(`${submission.child} ${day}`, eventOf(model, submission, day))
  }
  return [...wanted.values()]
}

function eventOf(model: Model, submission: Submission, day: Day): string {
  const type = schoolTypeOn(model, day)
  const month = findMonth(model, monthKeyOf(day))
  const n = dayOfMonth(day)
  // Where staff chose the dismissal of a drop-in they knew the day's type.
  const isLost = submission.dismissal === null && month !== null && !isOpenType(typeOf(month, n))
  const isCancelled = isLost || n in (month?.cancelled ?? {})
  const utc = (time: string) => instantOf(day, time).replace(/[-:]|\.000/g, '')
  const start = utc(dismissalTime(day, submission.dismissal ?? type))
  const status = isCancelled ? 'CANCELLED' : 'CONFIRMED'
  return `${childNameOf(model, submission)} ${start} to ${utc(pickupTime(day, type))} ${status}`
}
