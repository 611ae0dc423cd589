/**
 * SQLSTATEs worth a retry: broken connection (08), insufficient resources such as a full disk (53), server stopping,
 * starting or cancelling a statement (57), system errors (58), serialization failures, deadlocks and lock timeouts, a
 * standby not promoted yet.
 */
const TRANSIENT_SQLSTATE = /^(08...|53...|57...|58...|40001|40P01|55P03|25006|25P03)$/

/** Connection errors of the driver and the operating system, by code or message. */
const CONNECTION_ERROR =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$|Connection terminated|connection error and is not queryable|was closed and is not queryable|timeout exceeded when trying to connect|Query read timeout|Cannot use a pool after calling end/

/** Whether the request can simply be retried in a moment. */
export const isTransientError = (error: unknown): boolean =>
  errorChain(error).some(({ code, message }) => {
    if (typeof code === 'string' && (TRANSIENT_SQLSTATE.test(code) || CONNECTION_ERROR.test(code)))
      return true
    return CONNECTION_ERROR.test(message)
  })

/** The connection did not respond in time; its last statement may still be running. */
export const isQueryTimeout = (error: unknown): boolean =>
  errorChain(error).some(({ message }) => message === 'Query read timeout')

/** The error and its chain of causes. */
function errorChain(error: unknown): NodeJS.ErrnoException[] {
  return error instanceof Error ? [error, ...errorChain(error.cause)] : []
}
