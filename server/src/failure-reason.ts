import { redactSecretUrls } from './redact-secret-urls'
import { redactEmails, summarizeError } from './serialize-error'

/**
 * Why an email or a job failed, for staff: the mail server's message, or a failed query's SQLSTATE. A mail server may
 * quote what it rejects, and a guest's private link is not for staff.
 */
export const failureReason = (error: unknown): string => redactSecretUrls(summarizeError(error)).slice(0, 500)

/** The same for logs, without email addresses. */
export const failureForLog = (error: unknown): string => redactEmails(failureReason(error))
