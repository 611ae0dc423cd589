import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { lazy, Suspense, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { currentLocation, navigate } from './history'
import type { Route } from './match'
import {
  Link,
  Navigate,
  NavLink,
  Outlet,
  Router,
  Routes,
  useLocation,
  useNavigationType,
  useParams,
  useSearchParams,
} from './router'

beforeEach(() => window.history.replaceState(null, '', '/'))

function ShowLocation() {
  const { pathname, search, hash, state } = useLocation()
  return (
    <output>
      {useNavigationType()} {pathname + search + hash} {JSON.stringify(state)}
    </output>
  )
}

const shownLocation = () => screen.getByRole('status').textContent
const idx = () => (window.history.state as { idx: number }).idx

describe('the location', () => {
  it("starts as the tab's URL, with an index in the history", () => {
    window.history.replaceState(null, '', '/history?page=2#top')
    render(
      <Router>
        <ShowLocation />
      </Router>,
    )
    expect(shownLocation()).toBe('POP /history?page=2#top null')
    expect(idx()).toBe(0)
  })

  it('follows new and replaced entries, with their state', () => {
    render(
      <Router>
        <ShowLocation />
      </Router>,
    )
    act(() => navigate('/auth', { state: { tab: 'sign-up' } }))
    expect(shownLocation()).toBe('PUSH /auth {"tab":"sign-up"}')
    expect(idx()).toBe(1)
    act(() => navigate('?reset=1', { replace: true }))
    expect(shownLocation()).toBe('REPLACE /auth?reset=1 null')
    expect(idx()).toBe(1)
    act(() => navigate({ pathname: '/dashboard' }))
    expect(shownLocation()).toBe('PUSH /dashboard null')
    expect(idx()).toBe(2)
  })

  it('follows Back, also over entries that other code pushed', () => {
    render(
      <Router>
        <ShowLocation />
      </Router>,
    )
    act(() => navigate('/auth'))
    act(() => {
      window.history.replaceState({ usr: 'kept', idx: 0 }, '', '/')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    expect(shownLocation()).toBe('POP / "kept"')
    act(() => navigate('/auth', { state: { from: '/history' } }))
    expect(idx()).toBe(1)
    act(() => {
      // A link within the page pushes an entry without the router.
      window.history.pushState(null, '', '/auth#main')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    expect(shownLocation()).toBe('POP /auth#main {"from":"/history"}')
    expect(idx()).toBe(2)
  })

  it('never leaves the site', () => {
    render(
      <Router>
        <ShowLocation />
      </Router>,
    )
    act(() => navigate('//evil.example/x'))
    expect(currentLocation().pathname).toBe('/evil.example/x')
  })
})

describe('a link', () => {
  function show(link: React.ReactNode) {
    render(
      <Router>
        {link}
        <ShowLocation />
      </Router>,
    )
    return screen.getByRole('link')
  }

  it('navigates without reloading the page', async () => {
    const link = show(
      <Link to="/auth" state={{ tab: 'sign-up' }}>
        Go
      </Link>,
    )
    expect(link.getAttribute('href')).toBe('/auth')
    await userEvent.click(link)
    expect(shownLocation()).toBe('PUSH /auth {"tab":"sign-up"}')
  })

  it('to the current page pushes no entry', async () => {
    const link = show(<Link to="/">Go</Link>)
    await userEvent.click(link)
    expect(shownLocation()).toBe('REPLACE / null')
  })

  it.each([
    ['with Ctrl', { ctrlKey: true }],
    ['with Shift', { shiftKey: true }],
    ['with the Command key', { metaKey: true }],
    ['with Alt', { altKey: true }],
    ['with another button', { button: 1 }],
  ])('clicked %s is left to the browser', (_, keys) => {
    const link = show(<Link to="/auth">Go</Link>)
    link.addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(link, keys)
    expect(shownLocation()).toBe('POP / null')
  })

  it('for another tab is left to the browser, and so is one whose click was prevented', () => {
    const { unmount } = render(
      <Router>
        <Link to="/auth" target="_blank">
          Go
        </Link>
        <ShowLocation />
      </Router>,
    )
    screen.getByRole('link').addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(screen.getByRole('link'))
    expect(shownLocation()).toBe('POP / null')
    unmount()
    fireEvent.click(
      show(
        <Link to="/auth" onClick={(event) => event.preventDefault()}>
          Go
        </Link>,
      ),
    )
    expect(shownLocation()).toBe('POP / null')
  })

  it('of a menu is current on its page and the pages below', () => {
    window.history.replaceState(null, '', '/admin/parent-users/7')
    render(
      <Router>
        <NavLink to="/admin/parent-users">Parents</NavLink>
        <NavLink to="/admin/parent">Other</NavLink>
      </Router>,
    )
    expect(screen.getByRole('link', { name: 'Parents' }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('link', { name: 'Other' }).getAttribute('aria-current')).toBeNull()
  })
})

it('search parameters follow the URL', () => {
  const Page = () => <p>page {useSearchParams().get('page')}</p>
  window.history.replaceState(null, '', '/list?page=2')
  render(
    <Router>
      <Page />
    </Router>,
  )
  expect(screen.getByText('page 2')).toBeDefined()
  act(() => navigate({ search: '?page=3' }))
  expect(screen.getByText('page 3')).toBeDefined()
})

describe('pages and layouts', () => {
  function Layout() {
    const [count, setCount] = useState(0)
    return (
      <>
        <button type="button" onClick={() => setCount(count + 1)}>{`clicked ${count}`}</button>
        <Outlet />
      </>
    )
  }
  function Parent() {
    return <p>parent {useParams().id}</p>
  }

  it('keep the layout while the page in it changes, and read the path parameters', async () => {
    const routes: Route[] = [
      {
        element: <Layout />,
        children: [
          { path: '/', element: <p>home</p> },
          { path: '/parents/:id', element: <Parent /> },
        ],
      },
      { path: '/old', element: <Navigate to="/parents/8" replace state="from old" /> },
    ]
    render(
      <Router>
        <Routes routes={routes} />
        <ShowLocation />
      </Router>,
    )
    await userEvent.click(screen.getByRole('button'))
    act(() => navigate('/parents/7'))
    expect(screen.getByText('parent 7')).toBeDefined()
    expect(screen.getByText('clicked 1')).toBeDefined()
    act(() => navigate('/old'))
    expect(await screen.findByText('parent 8')).toBeDefined()
    expect(shownLocation()).toBe('REPLACE /parents/8 "from old"')
    act(() => navigate('/nowhere'))
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('keep the old page until the next one is loaded', async () => {
    let arrive = vi.fn()
    const Later = lazy(
      () =>
        new Promise<{ default: () => React.ReactNode }>((resolve) => {
          arrive = vi.fn(() => resolve({ default: () => <p>later</p> }))
        }),
    )
    const routes: Route[] = [
      { path: '/', element: <p>home</p> },
      { path: '/later', element: <Later /> },
    ]
    render(
      <Router>
        <Suspense fallback={<p>loading</p>}>
          <Routes routes={routes} />
        </Suspense>
      </Router>,
    )
    act(() => navigate('/later'))
    expect(screen.getByText('home')).toBeDefined()
    expect(screen.queryByText('loading')).toBeNull()
    await act(async () => arrive())
    await waitFor(() => expect(screen.getByText('later')).toBeDefined())
  })
})
