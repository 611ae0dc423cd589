import { formErrorMessage } from '../lib/form-error-message'

/** Below a title that says what was not done: the server's reason if it gave one, and what to do. */
export const errorReason = (error: Error): string => formErrorMessage(error, 'Please try again.')
