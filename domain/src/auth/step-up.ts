/** For how long a password counts after it was entered: using the session does not extend it. */
const PASSWORD_COUNTS_MINUTES = 10

/**
 * Whether a step that asks for the password again may go on without it. A time ahead was recorded while the clock was
 * wrong, and must not count until then.
 */
export const isPasswordRecent = (enteredAt: string, now: Date): boolean =>
  Math.abs(now.getTime() - new Date(enteredAt).getTime()) <= PASSWORD_COUNTS_MINUTES * 60_000
