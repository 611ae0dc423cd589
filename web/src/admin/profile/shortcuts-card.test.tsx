import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { SearchInput } from '../../ui/inputs/search-input'
import { ShortcutsCard } from './shortcuts-card'

function Searched() {
  const [value, setValue] = useState('')
  return (
    <>
      <SearchInput label="Search" value={value} onValueChange={setValue} />
      <button type="button">A row</button>
    </>
  )
}

describe('the key /', () => {
  it('does not focus the search once switched off', async () => {
    const user = userEvent.setup()
    render(<ShortcutsCard />)
    const choice = screen.getByRole('switch', { name: 'Search with the / key' }) as HTMLInputElement
    expect(choice.checked).toBe(true)
    await user.click(choice)
    expect(localStorage.getItem('aftercare.shortcuts')).toBe('off')
    const { unmount } = render(<Searched />)
    expect(screen.getByRole('searchbox').getAttribute('aria-keyshortcuts')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'A row' }))
    await user.keyboard('/')
    expect(document.activeElement?.textContent).toBe('A row')
    unmount()
    await user.click(choice)
    render(<Searched />)
    expect(screen.getByRole('searchbox').getAttribute('aria-keyshortcuts')).toBe('/')
    await user.click(screen.getByRole('button', { name: 'A row' }))
    await user.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })
})
