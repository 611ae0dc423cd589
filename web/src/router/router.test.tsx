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

function Address() {
  const { pathname, search, hash, state } = useLocation()
  return (
    <output>
      {useNavigationType()} {pathname + search + hash} {JSON.stringify(state)}
    </output>
  )
}

const address = () => screen.getByRole('status').textContent
const idx = () => (window.history.state as { idx: number }).idx

describe('the address', () => {
  it('starts as the tab has it, with a place in the count of entries', () => {
    window.history.replaceState(null, '', '/history?page=2#top')
    render(
      <Router>
        <Address />
      </Router>,
    )
    expect(address()).toBe('POP /history?page=2#top null')
    expect(idx()).toBe(0)
  })

  it('is followed through new and changed entries, with what is given along', () => {
    render(
      <Router>
        <Address />
      </Router>,
    )
    act(() => navigate('/auth', { state: { tab: 'sign-up' } }))
    expect(address()).toBe('PUSH /auth {"tab":"sign-up"}')
    expect(idx()).toBe(1)
    act(() => navigate('?reset=1', { replace: true }))
    expect(address()).toBe('REPLACE /auth?reset=1 null')
    expect(idx()).toBe(1)
    act(() => navigate({ pathname: '/dashboard' }))
    expect(address()).toBe('PUSH /dashboard null')
    expect(idx()).toBe(2)
  })

  it('is followed through Back, also over entries that other code has made', () => {
    render(
      <Router>
        <Address />
      </Router>,
    )
    act(() => navigate('/auth'))
    act(() => {
      window.history.replaceState({ usr: 'kept', idx: 0 }, '', '/')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    expect(address()).toBe('POP / "kept"')
    act(() => navigate('/auth'))
    expect(idx()).toBe(1)
    act(() => {
      // A link within the page makes an entry without telling us.
      window.history.pushState(null, '', '/auth#main')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    expect(address()).toBe('POP /auth#main null')
    expect(idx()).toBe(2)
  })

  it('never leaves the site', () => {
    render(
      <Router>
        <Address />
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
        <Address />
      </Router>,
    )
    return screen.getByRole('link')
  }

  it('leads on without loading the page anew', async () => {
    const link = show(
      <Link to="/auth" state={{ tab: 'sign-up' }}>
        Go
      </Link>,
    )
    expect(link.getAttribute('href')).toBe('/auth')
    await userEvent.click(link)
    expect(address()).toBe('PUSH /auth {"tab":"sign-up"}')
  })

  it('to where one is makes no further entry', async () => {
    const link = show(<Link to="/">Go</Link>)
    await userEvent.click(link)
    expect(address()).toBe('REPLACE / null')
  })

  it.each([
    ['with Ctrl', { ctrlKey: true }],
    ['with Shift', { shiftKey: true }],
    ['with the Command key', { metaKey: true }],
    ['with Alt', { altKey: true }],
    ['with another button', { button: 1 }],
  ])('pressed %s is left to the browser', (_, keys) => {
    const link = show(<Link to="/auth">Go</Link>)
    link.addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(link, keys)
    expect(address()).toBe('POP / null')
  })

  it('for another tab is left to the browser, and so is one whose press was taken', () => {
    const { unmount } = render(
      <Router>
        <Link to="/auth" target="_blank">
          Go
        </Link>
        <Address />
      </Router>,
    )
    screen.getByRole('link').addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(screen.getByRole('link'))
    expect(address()).toBe('POP / null')
    unmount()
    fireEvent.click(
      show(
        <Link to="/auth" onClick={(event) => event.preventDefault()}>
          Go
        </Link>,
      ),
    )
    expect(address()).toBe('POP / null')
  })

  it('of a menu tells whether its page, or one below it, is shown', () => {
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

it('search parameters follow the address', () => {
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

describe('screens and frames', () => {
  function Frame() {
    const [count, setCount] = useState(0)
    return (
      <>
        <button type="button" onClick={() => setCount(count + 1)}>{`pressed ${count}`}</button>
        <Outlet />
      </>
    )
  }
  function Who() {
    return <p>parent {useParams().id}</p>
  }

  it('keep the frame while the screen in it changes, and read the values of the path', async () => {
    const routes: Route[] = [
      {
        element: <Frame />,
        children: [
          { path: '/', element: <p>home</p> },
          { path: '/parents/:id', element: <Who /> },
        ],
      },
      { path: '/old', element: <Navigate to="/parents/8" replace state="from old" /> },
    ]
    render(
      <Router>
        <Routes routes={routes} />
        <Address />
      </Router>,
    )
    await userEvent.click(screen.getByRole('button'))
    act(() => navigate('/parents/7'))
    expect(screen.getByText('parent 7')).toBeDefined()
    expect(screen.getByText('pressed 1')).toBeDefined()
    act(() => navigate('/old'))
    expect(await screen.findByText('parent 8')).toBeDefined()
    expect(address()).toBe('REPLACE /parents/8 "from old"')
    act(() => navigate('/nowhere'))
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('keep the old screen until the code of the next is here', async () => {
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
