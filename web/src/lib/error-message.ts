import { getServerMessage, isClientError } from './api-client'

/**
 * The server's message for a client error; null for a network or server error or an empty message, where the screen shows
 * its own text.
 */
export const getErrorMessage = (error: Error): string | null =>
  isClientError(error) ? getServerMessage(error) : null
