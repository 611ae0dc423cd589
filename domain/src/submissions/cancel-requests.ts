import { MAX_LENGTH } from '../lib/field-lengths'
import { fieldError, multiLineRule } from '../lib/field-rules'

/** As stored in submissions.cancel_request: a family asked to cancel. Open until staff cancel or decline. */
export type CancelRequest = {
  text: string
  asked_at: string
  /** The sentence with which staff declined. */
  answer: string | null
  answered_at: string | null
}

export const ASKED_TO_CANCEL = 'Asked to cancel'

export const CANCEL_REQUEST_RULES = {
  text: multiLineRule(
    MAX_LENGTH.cancelRequest,
    fieldError('message-required', 'Please write a short message'),
  ),
}
export const DECLINE_RULES = {
  answer: multiLineRule(MAX_LENGTH.cancelRequest, 'Please write a sentence to the family'),
}

export const isOpenRequest = (request: CancelRequest | null): boolean =>
  request !== null && request.answered_at === null

/** One open request at a time; after a decline it may be asked again. Nothing else changes by asking. */
export const createRequest = (
  request: CancelRequest | null,
  text: string,
  asked_at: string,
): CancelRequest | null =>
  isOpenRequest(request) ? null : { text, asked_at, answer: null, answered_at: null }

/** Null if the request that staff answer is no longer the open one. */
export const declineRequest = (
  request: CancelRequest | null,
  answered: { asked_at: string; answer: string; at: string },
): CancelRequest | null =>
  request !== null && isOpenRequest(request) && request.asked_at === answered.asked_at
    ? { ...request, answer: answered.answer, answered_at: answered.at }
    : null
