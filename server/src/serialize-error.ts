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

const MOST_FRAMES = 12

/**
 * What a log may say of an error. PostgreSQL and the libraries above it quote the values of a statement (addresses,
 * password hashes, payments), and a parser quotes what it could not read: of those, only SQLSTATE, the names in our
 * own schema and the place in our code are told.
 */
export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error }
  const described: SerializedError = { type: error.name }
  if (error instanceof pg.DatabaseError) {
    described.type = 'DatabaseError'
    if (error.constraint) described.constraint = error.constraint
    if (error.table) described.table = error.table
  } else if (mayQuote(error)) {
    described.type = error.constructor.name
  } else {
    described.message = redactEmails(error.message).slice(0, 500)
  }
  const { code } = error as NodeJS.ErrnoException
  if (typeof code === 'string') described.code = code
  const at = framesOf(error)
  if (at.length > 0) described.at = at
  if (error.cause instanceof Error) described.cause = serializeError(error.cause)
  return described
}

/** One line of it, for a column or a sentence; addresses in a mail server's answer stay. */
export function summarizeError(error: unknown): string {
  const { type, message, code, constraint, cause } = serializeError(error)
  if (cause && !message) return summarizeError((error as Error).cause)
  const words = message ? (error as Error).message : `${type}${constraint ? ` on ${constraint}` : ''}`
  return code && !words.includes(code) ? `${words} (${code})` : words
}

export const redactEmails = (text: string): string => text.replace(/[^\s<>"']+@[^\s<>"']+/g, '[address]')

/** A failed query carries its text and values in its message, a syntax error the text that was read. */
function mayQuote(error: Error): boolean {
  return 'query' in error || 'params' in error || error instanceof SyntaxError
}

/** The stack's first lines repeat the message, which may run over several lines. */
function framesOf(error: Error): string[] {
  return (error.stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at .*(:\d+:\d+\)?|\(native\)|<anonymous>\)?)$/.test(line))
    .slice(0, MOST_FRAMES)
}
