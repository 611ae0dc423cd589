import { ERRORS, type ErrorBody, type ErrorCode, errorMessage } from '@aftercare/domain/lib/errors'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An error with a message for the user; any other error thrown is logged and returned as "failed". */
export class AppError extends Error {
  readonly status: ContentfulStatusCode
  constructor(
    readonly code: ErrorCode,
    values: Record<string, string | number> = {},
    readonly fields?: Record<string, string>,
    readonly retryAfterSeconds?: number,
    /** The current row, for a conflict. */
    readonly stored?: unknown,
  ) {
    super(errorMessage(code, values))
    this.status = ERRORS[code][0]
  }

  get body(): ErrorBody {
    return {
      error: {
        code: this.code,
        message: this.message,
        ...(this.fields && { fields: this.fields }),
        ...(this.stored !== undefined && { stored: this.stored }),
      },
    }
  }
}

/** The change was based on an older version; `stored` is the current row, for the user to compare. */
export const staleVersion = <Row extends { version: number }>(stored: Row) =>
  new AppError('stale-version', {}, undefined, undefined, stored)
