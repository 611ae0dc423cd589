import { customType } from 'drizzle-orm/pg-core'

/** Money is numeric(10,2) in SQL and whole cents in code; the text in between is never a float. */
export const cents = customType<{ data: number; driverData: string }>({
  dataType: () => 'numeric(10, 2)',
  fromDriver: (text) => Math.round(Number(text) * 100),
  toDriver: (value) => (value / 100).toFixed(2),
})

/** An instant as an ISO string, the same text in code and in JSON. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
})
