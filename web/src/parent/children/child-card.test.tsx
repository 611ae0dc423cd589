import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { AMARA } from '../../testing/parent-server'
import { ChildCard } from './child-card'

afterEach(cleanup)

const SENTENCE = 'No additional information'
const pickup_people = [{ name: 'Rosa', phone: null }]

it.each([
  ['nothing', {}, true],
  ['"none" as allergy', { allergies: ' None ' }, true],
  ['a grade and somebody to pick up', { grade: 'K', pickup_people }, true],
  ['an allergy', { allergies: 'Peanuts' }, false],
  ['a note', { allergies: 'n/a', notes: 'Naps at three' }, false],
])('says whether there is anything to know about a child with %s', (_, details, isNothing) => {
  const child = { ...AMARA, ...details }
  const { container } = render(
    <ChildCard child={child} index={0} onEdit={() => undefined} onRemove={() => undefined} />,
  )
  expect(container.textContent?.includes(SENTENCE)).toBe(isNothing)
  expect(container.textContent?.includes('Allergies')).toBe(child.allergies === 'Peanuts')
})

it('lists who may and who must not pick up, each with what is known of them', () => {
  const people = { pickup_people, must_not_pick_up: [{ name: 'Rob', note: 'Court order' }] }
  const { container } = render(
    <ChildCard
      child={{ ...AMARA, ...people }}
      index={0}
      onEdit={() => undefined}
      onRemove={() => undefined}
    />,
  )
  expect(container.textContent).toContain('Who may pick upRosaMust not pick upRob, Court order')
})
