import { defaultAgreementItems } from '@aftercare/domain/site-content/agreements'
import { defaultSpanishItems } from '@aftercare/domain/site-content/default-spanish'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { setLanguage } from '../../language/language'
import { programFacts } from '../../lib/program'
import { queryClient } from '../../lib/query-client'
import { spanish } from '../../spanish'
import { useAgreement } from './agreement'

afterEach(() => {
  setLanguage('en')
  queryClient.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

it('is the default in the reader’s language where the saved text cannot be loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  setLanguage('es', spanish)
  const { result } = renderHook(() => useAgreement('dropin_agreement'), { wrapper })
  await waitFor(() => expect(result.current.isPending).toBe(false))
  const { contactEmail } = programFacts()
  expect(result.current.text).toEqual({
    language: 'es',
    items: defaultSpanishItems('dropin_agreement', contactEmail),
  })
  act(() => setLanguage('en'))
  await waitFor(() =>
    expect(result.current.text).toEqual({
      language: 'en',
      items: defaultAgreementItems('dropin_agreement', contactEmail),
    }),
  )
})
