import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PhoneLinks } from './phone-links'

const links = () =>
  screen.queryAllByRole('link').map((link) => [link.getAttribute('href'), link.getAttribute('aria-label')])

it('links each number, and names the adults where there are several', () => {
  const { container } = render(
    <PhoneLinks
      adults={[
        { name: 'Dana Okafor', phone: '+1 (555) 010-1234' },
        { name: 'Ada <b>', phone: null },
        { name: 'Kemi Okafor', phone: '555 0101' },
      ]}
    />,
  )
  expect(links()).toEqual([
    ['tel:+15550101234', 'Call Dana Okafor, +1 (555) 010-1234'],
    ['tel:5550101', 'Call Kemi Okafor, 555 0101'],
  ])
  expect(container.textContent).toBe('+1 (555) 010-1234Dana Okafor555 0101Kemi Okafor')
})

it('is the number alone for one adult, and a dash without any', () => {
  const { container, rerender } = render(<PhoneLinks adults={[{ name: 'Dana', phone: '555 0100' }]} />)
  expect(container.textContent).toBe('555 0100')
  rerender(<PhoneLinks adults={[{ name: 'Dana', phone: null }]} />)
  expect(container.textContent).toBe('-')
})
