import { expect, it } from 'vitest'
import { undoObstacle } from './undo-families'

it.each([
  [[], null],
  [['parent.invite', 'family.invite', 'auth.reset-requested'], null],
  [['parent.invite', 'auth.sign-in'], 'signed in'],
  [['auth.password-reset'], 'signed in'],
  [['parent.update'], 'was edited'],
  [['child.update'], 'was edited'],
  [['family.join'], 'was edited'],
  [['parent.update', 'submission.create'], 'has a registration or drop-in'],
  [['payment.record'], 'has a payment'],
  [['another-import'], 'got children by another import'],
  [['parent.import', 'parent.undo-import'], null],
])('after %j an imported family %s', (actions, reason) => {
  expect(undoObstacle(actions)).toBe(reason)
})
