import { insertChildChangedMails } from './children/children.admin.queries'
import type { Tx } from './db/client'
import { rows, sql } from './db/sql'
import type { SubmissionRow } from './db/tables'
import type { DeferredMails } from './mail/deferred-mails'
import type { MailContext } from './mail/mail'
import type { MailWorkerOptions } from './mail/worker'
import { insertDeferredEditMails } from './submissions/edit-mails.queries'
import { insertCancelRequestMails, insertFamilyEventMails } from './submissions/registration-mails.queries'
import { insertSubmissionMails } from './submissions/submission-mails.queries'
import { submissionColumns } from './submissions/submissions.queries'

/** Composes mails that could not be composed with their change, from the rows as they are now. */
export const deferredComposer =
  (context: MailContext): NonNullable<MailWorkerOptions['composeDeferred']> =>
  async (tx, deferred) => {
    if (deferred.about === 'child') return insertChildChangedMails(tx, deferred.before, context)
    const submissions = await lockSubmissions(tx, 'ids' in deferred ? deferred.ids : [deferred.id])
    if (deferred.about === 'submissions')
      return insertSubmissionMails(tx, submissions, context, deferred.sentBy)
    for (const submission of submissions) await composeFor(tx, submission, deferred, context)
  }

type AboutOne = Exclude<DeferredMails, { about: 'child' | 'submissions' }>

async function composeFor(tx: Tx, submission: SubmissionRow, deferred: AboutOne, context: MailContext) {
  switch (deferred.about) {
    case 'edit':
      // The family hears of the cancellation instead.
      if (submission.cancellation) return
      return insertDeferredEditMails(tx, submission, deferred.before, deferred, context)
    case 'family-event':
      return insertFamilyEventMails(tx, submission, deferred.event, context)
    case 'cancel-request':
      return insertCancelRequestMails(tx, submission, deferred.text, context, deferred.sentBy)
  }
}

/** Those removed since then are left out: an adult who leaves waits, or is no longer mailed. */
const lockSubmissions = (tx: Tx, ids: readonly string[]) =>
  rows<SubmissionRow>(
    tx,
    sql`select ${submissionColumns} from submissions s where id = any(${ids}::uuid[]) order by id for no key update`,
  )
