import {
  ERRORS,
  type ErrorBody,
  type ErrorCode,
  type ErrorParams,
  errorMessage,
} from '@aftercare/domain/lib/errors'
import { codesOf, type FieldErrors, messagesOf } from '@aftercare/domain/lib/field-rules'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

type Details = {
  fields?: FieldErrors
  retryAfterSeconds?: number
  /** The current row, for a conflict. */
  stored?: unknown
}
type Arguments<Code extends ErrorCode> =
  Record<string, never> extends ErrorParams<Code>
    ? [params?: ErrorParams<Code>, details?: Details]
    : [params: ErrorParams<Code>, details?: Details]

/** An error with a message for the user; any other error thrown is logged and returned as "failed". */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly status: ContentfulStatusCode
  readonly params: object
  readonly retryAfterSeconds: number | undefined
  readonly stored: unknown
  private fields: FieldErrors | undefined

  constructor(
    readonly code: Code,
    ...[params, { fields, retryAfterSeconds, stored } = {}]: Arguments<Code>
  ) {
    super(errorMessage(code, params ?? ({} as ErrorParams<Code>)))
    this.status = ERRORS[code][0]
    this.params = params ?? {}
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
    this.stored = stored
  }

  /** The same message, at that field of the form too. */
  onField(name: string): this {
    const { code, message, params } = this
    this.fields = { [name]: { code, message, params } }
    return this
  }

  get body(): ErrorBody {
    const { code, message, params, fields, stored } = this
    const fieldCodes = codesOf(fields ?? {})
    return {
      error: {
        code,
        message,
        ...(Object.keys(params).length > 0 && { params }),
        ...(fields && { fields: messagesOf(fields) }),
        ...(Object.keys(fieldCodes).length > 0 && { field_codes: fieldCodes }),
        ...(stored !== undefined && { stored }),
      },
    }
  }
}

/** The change was based on an older version; `stored` is the current row, for the user to compare. */
export const staleVersion = <Row extends { version: number }>(stored: Row) =>
  new AppError('stale-version', {}, { stored })
