import { isClientError } from '../../lib/api-client'
import { getErrorMessage } from '../../lib/error-message'

/** The import's response was lost. Its message says what is known. */
class LostImport extends Error {
  override readonly name = 'LostImport'
}

/**
 * An import ends its review. When the response is lost and the review is gone, sending again with the same idempotency key
 * gets the stored response; nothing is imported twice.
 */
export async function sendImport<Data>(
  send: () => Promise<Data>,
  isUnderReview: () => Promise<boolean>,
): Promise<Data> {
  try {
    return await send()
  } catch (error) {
    if (isClientError(error)) throw error
    const isOpen = await isUnderReview().catch(() => null)
    if (isOpen === false) return send()
    throw new LostImport(
      isOpen
        ? 'The import did not finish. Please try again: nothing is imported twice.'
        : "The connection was lost, so we don't know whether the file was imported. Please try again: nothing is imported twice.",
    )
  }
}

export const importErrorMessage = (error: Error): string =>
  error instanceof LostImport
    ? error.message
    : (getErrorMessage(error) ?? 'Failed to import. Please try again.')
