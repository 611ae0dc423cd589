/** For how long a password counts after it was entered: using the session does not extend it. */
const PASSWORD_COUNTS_MINUTES = 10

/** Whether a step that asks for the password again may go on without it. */
export const isPasswordRecent = (enteredAt: string, now: Date): boolean =>
  now.getTime() - new Date(enteredAt).getTime() <= PASSWORD_COUNTS_MINUTES * 60_000
