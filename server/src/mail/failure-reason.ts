import { redactSecretUrls } from '../redact-secret-urls'
import { redactEmails, summarizeError } from '../serialize-error'

/**
 * Why a mail or a job failed, for staff: the mail server's own words, and of a failed query only its state. A server
 * may quote what it refuses: a guest's private link is not staff's to read.
 */
export const failureReason = (error: unknown): string => redactSecretUrls(summarizeError(error)).slice(0, 500)

/** The same for a log, where mail servers' answers must not name the people they refuse. */
export const failureForLog = (error: unknown): string => redactEmails(failureReason(error))
