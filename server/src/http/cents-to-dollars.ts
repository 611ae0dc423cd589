/** The API returns money in dollars, as the columns store it. */
export const centsToDollars = (cents: number) => cents / 100
export const centsToDollarsOrNull = (cents: number | null) => (cents === null ? null : centsToDollars(cents))
