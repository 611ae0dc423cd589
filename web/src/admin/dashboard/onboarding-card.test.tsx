import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client'
import { Router } from '../../router/router'
import { OnboardingCard } from './onboarding-card'

const show = (steps: Parameters<typeof OnboardingCard>[0]['steps']) =>
  render(
    <QueryClientProvider client={queryClient}>
      <Router>
        <OnboardingCard steps={steps} />
      </Router>
    </QueryClientProvider>,
  )

const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')

it('links each step to its screen, but publishing only once there is a month', () => {
  show({ is_named: false, is_described: false, is_priced: false, month_id: null })
  expect(screen.getByRole('heading', { name: 'Getting started' })).toBeDefined()
  expect(screen.getByText('0 of 5 done')).toBeDefined()
  expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('Name your program')
  expect(hrefOf(/^Name your program/)).toBe('/admin/settings#program')
  expect(document.body.textContent).not.toMatch(/server|host/i)
  expect(hrefOf(/^Introduce your program/)).toBe('/admin/settings')
  expect(hrefOf(/^Set your prices/)).toBe('/admin/settings?tab=pricing')
  expect(hrefOf(/^Create your first month/)).toBe('/admin/months')
  expect(screen.queryByRole('link', { name: /^Publish it/ })).toBeNull()
  expect(screen.getByText('Publish it')).toBeDefined()
})

it('checks off what is done, highlights the next step, and links to the draft month', () => {
  show({ is_named: true, is_described: true, is_priced: false, month_id: 'm1' })
  expect(screen.getByText('3 of 5 done')).toBeDefined()
  expect(hrefOf(/^Introduce your program \(done\)/)).toBe('/admin/settings')
  expect(hrefOf(/^Create your first month \(done\)/)).toBe('/admin/months')
  expect(hrefOf(/^Publish it/)).toBe('/admin/months?month=m1')
  const current = screen.getAllByRole('listitem').filter((item) => item.getAttribute('aria-current'))
  expect(current.map((item) => item.textContent)).toEqual([expect.stringContaining('Set your prices')])
})
