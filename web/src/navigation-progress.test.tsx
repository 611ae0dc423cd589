import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { NavigationProgress } from './navigation-progress'
import { navigate } from './router/history'
import type { Route } from './router/match'
import { Router, Routes } from './router/router'

let codeArrives: () => void
let dataArrives: () => void

function ListPage() {
  const { data } = useQuery({
    queryKey: ['children'],
    queryFn: () => new Promise<string>((resolve) => (dataArrives = () => resolve('Amara'))),
  })
  return <p>{data ?? 'skeleton'}</p>
}

function SearchPage() {
  const { refetch } = useQuery({
    queryKey: ['profile'],
    queryFn: () => new Promise(() => undefined),
    enabled: false,
  })
  return (
    <button type="button" onClick={() => void refetch()}>
      search
    </button>
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  const List = lazy(
    () =>
      new Promise<{ default: typeof ListPage }>(
        (resolve) => (codeArrives = () => resolve({ default: ListPage })),
      ),
  )
  const routes: Route[] = [
    { path: '/', element: <p>home</p> },
    { path: '/list', element: <List /> },
    { path: '/search', element: <SearchPage /> },
  ]
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Router>
        <Suspense>
          <Routes routes={routes} />
        </Suspense>
        <NavigationProgress />
      </Router>
    </QueryClientProvider>,
  )
})

const isShown = () => screen.queryByText('Loading page') !== null
const go = (to: string) => act(async () => navigate(to))
const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('progress is shown after 150 ms, until both the code and the first data are there', async () => {
  await go('/list')
  await after(149)
  expect(isShown()).toBe(false)
  await after(1)
  expect(isShown()).toBe(true)
  screen.getByText('home')
  await act(async () => codeArrives())
  screen.getByText('skeleton')
  expect(isShown()).toBe(true)
  await act(async () => dataArrives())
  await after(0)
  screen.getByText('Amara')
  expect(isShown()).toBe(false)
})

it('progress is not shown for a page that comes at once', async () => {
  await go('/search')
  await after(1_000)
  expect(isShown()).toBe(false)
})

it('the delay counts from the click, not again from when the code is there', async () => {
  await go('/list')
  await after(100)
  await act(async () => codeArrives())
  await after(50)
  expect(isShown()).toBe(true)
})

it('what a page requests later is its own to show', async () => {
  await go('/search')
  await act(async () => screen.getByRole('button').click())
  await after(1_000)
  expect(isShown()).toBe(false)
})
