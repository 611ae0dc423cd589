import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Link, Router } from '../router/router'
import { LastPageNote } from '../ui/data/last-page-note'
import { newestParams, readChoice, readDay, readPage, readSearch, useUrlState } from './url-state'
import { useSearchText } from './use-search-text'
import { useUrlPanel } from './use-url-panel'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  window.history.replaceState(null, '', '/list')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const paramsOf = (search: string) => new URLSearchParams(search)

describe('search parameters', () => {
  it.each([
    ['', 1],
    ['page=3', 3],
    ['page=1.5', 1],
    ['page=0', 1],
    ['page=-2', 1],
    ['page=many', 1],
    ['page=1e9', 1],
  ])('%s is page %i', (search, page) => expect(readPage(paramsOf(search))).toBe(page))

  it.each([
    ['date=2026-11-16', '2026-11-16'],
    ['date=2026-02-30', null],
    ['', null],
  ])('%s is the day %s', (search, day) => expect(readDay(paramsOf(search))).toBe(day))

  it.each([
    ['search=okafor', 'okafor'],
    ['', ''],
    ['search=a%00b%09', 'a b'],
    [`search=${'x'.repeat(600)}`, 'x'.repeat(200)],
  ])('%s searches for "%s"', (search, text) => expect(readSearch(paramsOf(search))).toBe(text))

  it('an unknown choice is the first one', () => {
    expect(readChoice(paramsOf('tab=pricing'), 'tab', ['about', 'pricing'])).toBe('pricing')
    expect(readChoice(paramsOf('tab=nothing'), 'tab', ['about', 'pricing'])).toBe('about')
  })
})

describe('a change of the URL', () => {
  function Changes({ onClick }: { onClick: (change: ReturnType<typeof useUrlState>['change']) => void }) {
    const { params, change } = useUrlState()
    return (
      <button type="button" onClick={() => onClick(change)}>
        {params.toString()}
      </button>
    )
  }
  const click = (handler: Parameters<typeof Changes>[0]['onClick']) => {
    window.history.replaceState(null, '', '/list?page=2')
    render(
      <Router>
        <Changes onClick={handler} />
      </Router>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'page=2' }))
  }

  it('is made from the current URL, also twice before a render', () => {
    const entries = window.history.length
    click((change) => {
      change({ search: 'x' })
      change({ status: 'x' }, { replace: true })
    })
    expect(screen.getByRole('button').textContent).toBe('page=2&search=x&status=x')
    expect(window.history.length).toBe(entries + 1)
  })

  it('leaves no question mark behind', () => {
    click((change) => change({ page: null }))
    expect(window.location.href).toMatch(/\/list$/)
  })
})

/** A component of its own, as on the pages: typing does not re-render the list's links. */
function Search() {
  const { params, change } = useUrlState()
  const [text, type] = useSearchText(params.get('search') ?? '', (search) =>
    change({ search }, { replace: true }),
  )
  return <input aria-label="Search" value={text} onChange={(event) => type(event.target.value)} />
}

function rowUrl() {
  const params = newestParams()
  params.set('id', 'row')
  return `?${params}`
}

function List() {
  const { change } = useUrlState()
  const panel = useUrlPanel('id')
  return (
    <>
      <Search />
      <button type="button" onClick={() => change({ status: 'paid' })}>
        Paid
      </button>
      <Link to={rowUrl}>Row</Link>
      <button type="button" onClick={panel.close}>
        Close
      </button>
      <p>{panel.id ? `open ${panel.id}` : 'closed'}</p>
    </>
  )
}

const showList = () =>
  render(
    <Router>
      <List />
    </Router>,
  )
const typeSearch = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Search' }), { target: { value: text } })
const later = () => act(() => vi.advanceTimersByTime(300))
const params = () => Object.fromEntries(new URLSearchParams(window.location.search))

describe('a search', () => {
  it('reaches the URL when the typing pauses', () => {
    showList()
    typeSearch('birch')
    expect(params()).toEqual({})
    later()
    expect(params()).toEqual({ search: 'birch' })
  })

  it.each([
    ['button', 'Paid', { status: 'paid' }],
    ['link', 'Row', { id: 'row' }],
  ])('survives a click on a %s right after typing, and the other way round', (role, name, part) => {
    showList()
    typeSearch('birch')
    fireEvent.click(screen.getByRole(role, { name }))
    expect(params()).toEqual({ search: 'birch', ...part })
    later()
    expect(params()).toEqual({ search: 'birch', ...part })
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'birch')
  })

  it('is in the history entry when the user leaves right after typing', () => {
    showList()
    typeSearch('birch')
    fireEvent.click(document.body)
    expect(params()).toEqual({ search: 'birch' })
  })

  it('is not applied to another page', () => {
    const { unmount } = showList()
    typeSearch('birch')
    unmount()
    window.history.pushState(null, '', '/other')
    later()
    expect(window.location.pathname + window.location.search).toBe('/other')
  })
})

describe('a panel', () => {
  it('that was opened on its page closes by going back', () => {
    const back = vi.spyOn(window.history, 'go').mockImplementation(() => {})
    showList()
    fireEvent.click(screen.getByRole('link', { name: 'Row' }))
    expect(screen.getByText('open row')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(back).toHaveBeenCalledWith(-1)
    back.mockRestore()
  })

  it('that was opened by its URL is removed from the URL', () => {
    window.history.replaceState(null, '', '/list?id=row&status=paid')
    const entries = window.history.length
    showList()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(params()).toEqual({ status: 'paid' })
    expect(window.history.length).toBe(entries)
    expect(screen.getByText('closed')).toBeDefined()
  })

  it('leaves a filter that was set while it was open', () => {
    showList()
    fireEvent.click(screen.getByRole('link', { name: 'Row' }))
    fireEvent.click(screen.getByRole('button', { name: 'Paid' }))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(params()).toEqual({ status: 'paid' })
  })
})

it('a page beyond the last goes to the last one and says so', () => {
  window.history.replaceState(null, '', '/list?page=99')
  function Pages() {
    const { params, change } = useUrlState()
    const page = readPage(params)
    return (
      <>
        <h1>Page {page}</h1>
        <LastPageNote
          list={{ total: 45, size: 20 }}
          page={page}
          goTo={(last) => change({ page: String(last) }, { replace: true })}
        />
      </>
    )
  }
  render(
    <Router>
      <Pages />
    </Router>,
  )
  expect(screen.getByRole('heading', { name: 'Page 3' })).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe('There is no page 99. This is the last page.')
})
