import { act, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Column, DataListProps } from './columns'
import { DataList } from './data-list'

type Bag = { id: string; name: string; price: string; note: string }

const COLUMNS: readonly Column<Bag>[] = [
  { label: 'Note', role: 'meta', cell: (row) => row.note },
  { label: 'Name', role: 'title', sort: 'name', cell: (row) => row.name },
  { label: 'Price', role: 'amount', align: 'right', cell: (row) => row.price },
  { label: 'Actions', role: 'actions', cell: (row) => <button type="button">Pack {row.name}</button> },
]
const ROWS = [{ id: '1', name: 'Red bag', price: '$5.00', note: 'Large' }]

function show(isNarrow: boolean, props: Partial<DataListProps<Bag>>) {
  window.happyDOM.setViewport({ width: isNarrow ? 390 : 1280 })
  const query = { data: { rows: ROWS, total: 1, size: 25 }, isError: false, refetch: vi.fn() }
  render(<DataList label="Bags" columns={COLUMNS} query={query} empty="No bags yet" {...props} />)
}

describe('one column definition', () => {
  it('renders a table on a wide screen', async () => {
    show(false, {})
    const table = screen.getByRole('table', { name: 'Bags' })
    const headings = within(table).getAllByRole('columnheader')
    expect(headings.map((heading) => heading.textContent)).toEqual(['Note', 'Name', 'Price', 'Actions'])
    const cells = within(table).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent)).toEqual(['Large', 'Red bag', '$5.00', 'Pack Red bag'])
  })

  it('renders cards on a phone: title and amount first, the rest under its labels', async () => {
    show(true, {})
    expect(screen.queryByRole('table')).toBeNull()
    const card = within(screen.getByRole('list', { name: 'Bags' })).getByRole('listitem')
    expect(card.textContent).toBe('Red bag$5.00Pack Red bagNoteLarge')
    expect(within(card).getByRole('term').textContent).toBe('Note')
  })

  it('keeps the focus in its row when the window crosses the width of a table', async () => {
    show(false, {
      query: {
        data: { rows: [...ROWS, { ...ROWS[0], id: '2', name: 'Tan bag' } as Bag] },
        isError: false,
        refetch: vi.fn(),
      },
    })
    for (const width of [390, 1280]) {
      screen.getByRole('button', { name: 'Pack Tan bag' }).focus()
      act(() => window.happyDOM.setViewport({ width }))
      await waitFor(() => expect(screen.queryByRole('table') === null).toBe(width === 390))
      expect(document.activeElement?.textContent).toBe('Pack Tan bag')
    }
  })

  it.each([false, true])('shows the empty message (phone: %s)', async (isNarrow) => {
    show(isNarrow, { query: { data: { rows: [], total: 0 }, isError: false, refetch: vi.fn() } })
    expect(screen.getByRole('status').textContent).toBe('No bags yet')
  })

  it.each([false, true])('offers a retry when loading fails (phone: %s)', async (isNarrow) => {
    const refetch = vi.fn()
    show(isNarrow, { query: { isError: true, refetch }, error: 'The bags could not be loaded.' })
    expect(screen.getByRole('alert').textContent).toBe('The bags could not be loaded.')
    screen.getByRole('button', { name: 'Try again' }).click()
    expect(refetch).toHaveBeenCalledOnce()
  })
})
