import { ERRORS, type ErrorBody, type ErrorCode, errorMessage } from '@aftercare/domain/lib/errors'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** A refusal with words for the person; everything else that is thrown becomes "failed" and is logged. */
export class AppError extends Error {
  readonly status: ContentfulStatusCode
  constructor(
    readonly code: ErrorCode,
    values: Record<string, string | number> = {},
    readonly fields?: Record<string, string>,
    readonly retryAfterSeconds?: number,
    /** What stands instead of the refused change. */
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

/** The change started from an older version; `stored` is what stands now, to compare and decide. */
export const staleVersion = <Row extends { version: number }>(stored: Row) =>
  new AppError('stale-version', {}, undefined, undefined, stored)
