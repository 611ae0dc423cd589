/** Money leaves the server in dollars, as its columns hold it. */
export const centsToDollars = (cents: number) => cents / 100
export const centsToDollarsOrNull = (cents: number | null) => (cents === null ? null : centsToDollars(cents))
