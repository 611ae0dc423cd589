import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { formatUsd } from '../lib/money'
import { readDropInPrices } from './drop-in-prices'

test.each(rulesTable('prices.md', 'Drop-in prices'))('$name', (row) => {
  const text = row.text('saved')
  const { familyCents, staffCents } = readDropInPrices(text === 'nothing' ? undefined : JSON.parse(text))
  expect([formatUsd(familyCents), formatUsd(staffCents)]).toEqual([
    row.text('family or guest'),
    row.text('staff'),
  ])
})
