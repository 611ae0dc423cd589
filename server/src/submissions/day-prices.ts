import { z } from '@hono/zod-openapi'

/** Dollars by day number, adding up to the fee; null for drop-ins and where they are not known. */
export const dayPrices = z.record(z.string(), z.number()).nullable()
