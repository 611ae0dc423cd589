/**
 * States that pass by themselves: the connection broke (08), resources are short, the disk full among them (53), the
 * server is stopping, starting or cut a statement off (57), a lock or a race was lost, a standby is not promoted yet.
 */
const PASSING = /^(08...|53...|57...|58...|40001|40P01|55P03|25006|25P03)$/

/** What the driver and the system say of a connection, in texts that hold no values of ours. */
const CONNECTION_WORDS =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$|Connection terminated|connection error and is not queryable|was closed and is not queryable|timeout exceeded when trying to connect|Query read timeout|Cannot use a pool after calling end/

/** Whether the person may simply try again in a moment. */
export const isTransientError = (error: unknown): boolean =>
  causesOf(error).some(({ code, message }) => {
    if (typeof code === 'string' && (PASSING.test(code) || CONNECTION_WORDS.test(code))) return true
    return CONNECTION_WORDS.test(message)
  })

/** The connection gave no answer in time; whatever it was asked for last may still be under way on it. */
export const isQueryTimeout = (error: unknown): boolean =>
  causesOf(error).some(({ message }) => message === 'Query read timeout')

/** An error may carry the driver's as its cause. */
function causesOf(error: unknown): NodeJS.ErrnoException[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}
