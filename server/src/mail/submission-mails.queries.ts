import { eq, inArray } from 'drizzle-orm'
import type { Queryable, Tx } from '../db/client'
import { children, months, profiles, submissions } from '../db/schema'
import { AddressError, parseRecipient } from './address'
import { type AdminPreference, type AdminRecipient, listAdminRecipients } from './admin-recipients.queries'
import { failureReason } from './failure-reason'
import type { DropInMail, MailContext, MonthlyMail, RenderedMail, SubmissionFacts } from './mail'
import { insertMails, type OutboxEntry, withoutRisk } from './outbox.queries'
import { renderMail } from './render'
import { readStoredTemplates } from './stored-templates.queries'

type StoredSubmission = Awaited<ReturnType<typeof listStoredSubmissions>>[number]
type Templates = Awaited<ReturnType<typeof readStoredTemplates>>
type Kind = { parent: 'monthly-parent' | 'dropin-parent'; admin: 'monthly-admin' | 'dropin-admin' }

/**
 * The mails of submissions that parents or guests have just made: per row a confirmation to the family, a
 * notification to each admin who wants it and a copy of the confirmation to each admin who wants that. All
 * values come from the stored rows. Never fails: what cannot be queued is logged.
 *
 * Not for drop-ins that staff enter and not for edits: those send no mail.
 */
export async function enqueueSubmissionMails(
  tx: Tx,
  submissionIds: readonly string[],
  context: MailContext,
): Promise<void> {
  if (submissionIds.length === 0) return
  await withoutRisk(tx, context, 'mails of a submission could not be queued', async (inner) => {
    const rows = await listStoredSubmissions(inner, submissionIds)
    const admins = await listAdminRecipients(inner)
    const templates = await readStoredTemplates(inner)
    const entries = rows.flatMap((row) => entriesOf(row, templates, admins, context))
    await insertMails(inner, entries, context.config)
  })
}

function listStoredSubmissions(tx: Queryable, ids: readonly string[]) {
  return tx
    .select({ submission: submissions, parent: profiles, child: children, month: months })
    .from(submissions)
    .leftJoin(profiles, eq(profiles.id, submissions.parent_id))
    .leftJoin(children, eq(children.id, submissions.child_id))
    .leftJoin(months, eq(months.id, submissions.month_id))
    .where(inArray(submissions.id, [...ids]))
}

/** One row's mails. A row that cannot be rendered or addressed is logged and leaves the others alone. */
function entriesOf(
  row: StoredSubmission,
  templates: Templates,
  admins: AdminRecipient[],
  context: MailContext,
): OutboxEntry[] {
  try {
    const { kind, toParent, toAdmins } = renderBoth(row, templates, context)
    const entry = (template: string, to: OutboxEntry['to'], rendered: RenderedMail, use: string) => ({
      template,
      to,
      rendered,
      isSecret: false,
      submissionId: row.submission.id,
      occasion: `submission ${row.submission.id} ${use}`,
    })
    const wanting = (preference: AdminPreference) => admins.filter((admin) => admin.wants[preference])
    const [wantsCopy, wantsNotice] = preferencesOf(kind)
    return [
      entry(kind.parent, familyRecipient(row), toParent, 'confirmation'),
      ...wanting(wantsNotice).map((admin) => entry(kind.admin, admin, toAdmins, 'notification')),
      ...wanting(wantsCopy).map((admin) => entry(kind.parent, admin, toParent, 'copy')),
    ].filter((mail) => isAddressable(mail, context))
  } catch (error) {
    context.log.error(
      { reason: failureReason(error), submissionId: row.submission.id },
      'a submission mail could not be rendered',
    )
    return []
  }
}

function isAddressable(entry: OutboxEntry, { log }: MailContext): boolean {
  try {
    parseRecipient(entry.to)
    return true
  } catch (error) {
    if (!(error instanceof AddressError)) throw error
    log.warn({ submissionId: entry.submissionId, template: entry.template }, 'a mail has no usable address')
    return false
  }
}

function preferencesOf(kind: Kind): [copy: AdminPreference, notice: AdminPreference] {
  return kind.parent === 'monthly-parent'
    ? ['monthly_submission_parent', 'monthly_submission_admin']
    : ['dropin_submission_parent', 'dropin_submission_admin']
}

/** Each text is rendered once per row, however many admins read it. */
function renderBoth(row: StoredSubmission, templates: Templates, { config }: MailContext) {
  const { submission, month } = row
  if (month) {
    const facts = {
      ...factsOf(row),
      monthName: month.month_name,
      year: month.year,
      selectedDays: submission.selected_days,
      totalFeeCents: submission.total_fee_cents,
    }
    const render = (template: MonthlyMail['template']) =>
      renderMail({ template, wording: templates[template], facts }, config)
    const kind: Kind = { parent: 'monthly-parent', admin: 'monthly-admin' }
    return { kind, toParent: render('monthly-parent'), toAdmins: render('monthly-admin') }
  }
  if (submission.dropin_date === null) throw new Error('A submission has neither a month nor a date')
  const facts = {
    ...factsOf(row),
    day: submission.dropin_date,
    feeCents: submission.total_fee_cents,
    dismissalType: submission.dismissal_type,
  }
  const render = (template: DropInMail['template']) =>
    renderMail({ template, wording: templates[template], facts }, config)
  const kind: Kind = { parent: 'dropin-parent', admin: 'dropin-admin' }
  return { kind, toParent: render('dropin-parent'), toAdmins: render('dropin-admin') }
}

function familyRecipient({ submission, parent }: StoredSubmission) {
  return {
    address: parent?.email ?? submission.guest_parent_email ?? '',
    name: parent?.full_name ?? submission.guest_parent_name,
  }
}

function factsOf({ submission, parent, child }: StoredSubmission): SubmissionFacts {
  return {
    submissionId: submission.id,
    parentName: parent?.full_name ?? submission.guest_parent_name ?? '',
    parentEmail: parent?.email ?? submission.guest_parent_email ?? '',
    parentPhone: parent?.phone ?? submission.guest_parent_phone,
    childName: child?.name ?? submission.guest_child_name ?? '',
    allergies: child?.allergies ?? submission.guest_child_allergies,
    notes: [child?.notes, submission.guest_child_notes].filter(Boolean).join('; ') || null,
    isGuest: submission.parent_id === null,
  }
}
