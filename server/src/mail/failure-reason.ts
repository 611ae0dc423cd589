import { errorInShort, withoutAddresses } from '../described-error'

/** Why a mail or a job failed, for staff: the mail server's own words, and of a failed query only its state. */
export const failureReason = (error: unknown): string => errorInShort(error).slice(0, 500)

/** The same for a log, where mail servers' answers must not name the people they refuse. */
export const failureForLog = (error: unknown): string => withoutAddresses(failureReason(error))
