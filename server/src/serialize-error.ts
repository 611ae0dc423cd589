import pg from 'pg'

export type SerializedError = {
  type: string
  message?: string
  code?: string
  constraint?: string
  table?: string
  at?: string[]
  cause?: SerializedError
}

const MAX_FRAMES = 12

/**
 * An error as it may be logged. PostgreSQL and the libraries above it quote the values of a statement (emails,
 * password hashes, payments), and a parser quotes its input: of those errors, only SQLSTATE, the names in our own
 * schema and our stack frames are logged.
 */
export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error }
  const serialized: SerializedError = { type: error.name }
  if (error instanceof pg.DatabaseError) {
    serialized.type = 'DatabaseError'
    if (error.constraint) serialized.constraint = error.constraint
    if (error.table) serialized.table = error.table
  } else if (mayQuote(error)) {
    serialized.type = error.constructor.name
  } else {
    serialized.message = redactEmails(error.message).slice(0, 500)
  }
  const { code } = error as NodeJS.ErrnoException
  if (typeof code === 'string') serialized.code = code
  const at = framesOf(error)
  if (at.length > 0) serialized.at = at
  if (error.cause instanceof Error) serialized.cause = serializeError(error.cause)
  return serialized
}

/** One line, for a column or a sentence; keeps the email addresses in a mail server's reply. */
export function summarizeError(error: unknown): string {
  const { type, message, code, constraint, cause } = serializeError(error)
  if (cause && !message) return summarizeError((error as Error).cause)
  const summary = message ? (error as Error).message : `${type}${constraint ? ` on ${constraint}` : ''}`
  return code && !summary.includes(code) ? `${summary} (${code})` : summary
}

/** Also as they are in URLs, encoded once or more. */
export const redactEmails = (text: string): string =>
  text.replace(/[^\s<>"']+(?:@|%(?:25)*40)[^\s<>"']+/g, '[address]')

/** A failed query has its SQL and values in its message, a syntax error the text being parsed. */
function mayQuote(error: Error): boolean {
  return 'query' in error || 'params' in error || error instanceof SyntaxError
}

/** Only real frames: the stack's first lines repeat the message, which may have several lines. */
function framesOf(error: Error): string[] {
  return (error.stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at .*(:\d+:\d+\)?|\(native\)|<anonymous>\)?)$/.test(line))
    .slice(0, MAX_FRAMES)
}
