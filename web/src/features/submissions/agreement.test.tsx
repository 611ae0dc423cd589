import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client'
import { useAgreed, useAgreement } from './agreement'

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

it('keeps text and callback while days are clicked, so that the agreement is not rendered again', () => {
  const useBoth = () => {
    const { text } = useAgreement('registration_agreement', { enabled: false })
    return { text, setAgreed: useAgreed(text).setAgreed }
  }
  const { result, rerender } = renderHook(useBoth, { wrapper })
  const { text, setAgreed } = result.current
  rerender()
  expect(result.current.text).toBe(text)
  expect(result.current.setAgreed).toBe(setAgreed)
})
