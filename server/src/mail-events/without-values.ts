import { sqlStateOf } from '../db/client'
import { failureReason } from '../failure-reason'

/** The query's own error quotes its values, including a one-time link, into the log. */
export function withoutValues(error: unknown): never {
  const cause = Object.assign(new Error(failureReason(error)), { code: sqlStateOf(error) })
  throw new Error('A mail could not be queued', { cause })
}
