import { toDecimal } from '@aftercare/domain/lib/money'
import { type DropInPrices, readDropInPrices } from '@aftercare/domain/pricing/drop-in-prices'
import type { Queryable, Tx } from '../db/client'
import { findSetting, saveSetting } from '../db/settings'

export const findDropInPrices = async (db: Queryable): Promise<DropInPrices> =>
  readDropInPrices(await findSetting(db, 'drop_in_prices'))

export const saveDropInPrices = (tx: Tx, { familyCents, staffCents }: DropInPrices, at: string) =>
  saveSetting(tx, 'drop_in_prices', { family: toDecimal(familyCents), staff: toDecimal(staffCents) }, at)
