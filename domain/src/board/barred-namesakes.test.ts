import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { barredNamesakes } from './barred-namesakes'
import { barredError, isBarred } from './release'

const namesIn = (text: string) => (text === 'none' ? [] : text.split('; '))

test.each(rulesTable('guests.md', 'Who must not pick up'))('$name', (row) => {
  const onFile = {
    name: row.text('child on file'),
    must_not_pick_up: namesIn(row.text('must not pick up')).map((name) => ({ name, note: null })),
  }
  const guest = { child: row.text("guest's child"), adult: row.text('guest') }
  const [shown] = barredNamesakes([onFile], guest, 'guest')
  expect(shown?.must_not_pick_up.map(({ name }) => name).join('; ') ?? 'none').toBe(row.text('on the row'))
  const [enforced] = barredNamesakes([onFile], guest, 'anybody')
  const by = row.text('picked up by')
  const error = enforced && isBarred(by, enforced) ? barredError(by, guest.child) : 'none'
  expect(error).toBe(row.text('refused'))
})
