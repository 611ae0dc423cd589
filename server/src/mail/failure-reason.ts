/** What a log may say of a failure. A failed query's own message quotes its values, so only its cause's words are told. */
export function failureReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, 500)
}
