import pg from 'pg'
import { OperatorError } from '../operator-error'
import { summarizeError } from '../serialize-error'
import { MigrationError } from './migrate'
import { isTransientError } from './transient-error'

/** Why the database cannot be used, in one sentence for the operator, without its password. */
export function explainDatabaseError(error: unknown): Error {
  if (error instanceof OperatorError) return error
  if (error instanceof MigrationError) return new OperatorError(error.message)
  if (error instanceof pg.DatabaseError && error.code?.startsWith('28')) {
    return new OperatorError(`The database rejected the user or password in DATABASE_URL: ${error.message}.`)
  }
  if (error instanceof pg.DatabaseError && error.code === '3D000') {
    return new OperatorError(`The database named in DATABASE_URL does not exist: ${error.message}.`)
  }
  if (error instanceof pg.DatabaseError && error.code === '25006') {
    return new OperatorError('The database at DATABASE_URL is read-only. Perhaps it is a standby.')
  }
  const { code, message } = error as NodeJS.ErrnoException
  if (
    code &&
    ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ETIMEDOUT', 'EAI_AGAIN', 'ECONNRESET'].includes(code)
  ) {
    return new OperatorError(`The database at DATABASE_URL cannot be reached: ${message || code}.`)
  }
  if (/timeout/i.test(message ?? ''))
    return new OperatorError('The database at DATABASE_URL does not respond.')
  if (isTransientError(error)) {
    return new OperatorError(
      `The connection to the database was lost (${summarizeError(error)}). Try again once it is back; nothing was left half done.`,
    )
  }
  return new OperatorError(`The database rejected the request: ${summarizeError(error)}.`)
}
