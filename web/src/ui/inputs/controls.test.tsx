import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FormEvent, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Tabs } from '../layout/tabs'
import { Button } from './button'
import { Checkbox } from './checkbox'
import { Field, TextArea, TextInput } from './field'
import { RadioGroup } from './radio-group'
import { SearchInput } from './search-input'
import { SelectInput } from './select-input'
import { Switch } from './switch'

describe('a field', () => {
  it('labels its control and describes it by its description and error', () => {
    render(
      <Field label="Phone" description="Digits only." error="Invalid phone number">
        <TextInput value="1" />
      </Field>,
    )
    const input = screen.getByRole('textbox', { name: 'Phone' })
    const described = (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
    expect(described).toEqual(['Digits only.', 'Invalid phone number'])
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(input.getAttribute('aria-required')).toBeNull()
  })

  it('labels text areas and selects too', () => {
    render(
      <>
        <Field label="Notes" required>
          <TextArea value="" />
        </Field>
        <Field label="Method" required error="Choose one">
          <SelectInput options={[{ value: 'cash', label: 'Cash' }]} value={null} onValueChange={vi.fn()} />
        </Field>
      </>,
    )
    expect(screen.getByRole('textbox', { name: /Notes/ }).getAttribute('aria-required')).toBe('true')
    const select = screen.getByRole('combobox', { name: /Method/ })
    expect(select.getAttribute('aria-invalid')).toBe('true')
    expect(select.getAttribute('aria-required')).toBe('true')
  })
})

describe('a loading button', () => {
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault())
  const onClick = vi.fn()
  const form = (loading: boolean) => (
    <form onSubmit={onSubmit}>
      <input aria-label="Name" />
      <Button type="submit" loading={loading} onClick={onClick}>
        Save
      </Button>
    </form>
  )
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

  it('gets the focus back that browsers take from a disabled button', () => {
    const { rerender } = render(form(false))
    save().focus()
    rerender(form(true))
    expect(save().disabled).toBe(true)
    ;(document.activeElement as HTMLElement).blur()
    rerender(form(false))
    expect(document.activeElement).toBe(save())
  })

  it('gets it back also where a dialog around it took the focus', () => {
    const dialog = (loading: boolean) => (
      <div role="dialog" tabIndex={-1}>
        {form(loading)}
      </div>
    )
    const { rerender } = render(dialog(false))
    save().focus()
    rerender(dialog(true))
    screen.getByRole('dialog').focus()
    rerender(dialog(false))
    expect(document.activeElement).toBe(save())
  })

  it('leaves the focus where the user moved it meanwhile', () => {
    const { rerender } = render(form(false))
    save().focus()
    rerender(form(true))
    screen.getByLabelText('Name').focus()
    rerender(form(false))
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  })

  it('ignores clicks, and Enter in a field of its form', async () => {
    const { rerender } = render(form(true))
    await userEvent.click(save())
    await userEvent.keyboard('{Enter} ')
    await userEvent.type(screen.getByLabelText('Name'), 'Amara{Enter}')
    expect(onClick).not.toHaveBeenCalled()
    expect(onSubmit).not.toHaveBeenCalled()
    rerender(form(false))
    await userEvent.click(save())
    await userEvent.type(screen.getByLabelText('Name'), '{Enter}')
    expect(onSubmit).toHaveBeenCalledTimes(2)
  })
})

describe('a checkbox', () => {
  it('is named by its label alone, described by its second line, and clickable anywhere on its row', async () => {
    const onCheckedChange = vi.fn()
    render(
      <Checkbox
        checked={false}
        onCheckedChange={onCheckedChange}
        label="Amara"
        description="Peanuts"
        variant="row"
      />,
    )
    const box = screen.getByRole('checkbox', { name: 'Amara' })
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Peanuts')
    await userEvent.click(screen.getByText('Peanuts'))
    expect(onCheckedChange).toHaveBeenLastCalledWith(true)
    box.focus()
    await userEvent.keyboard(' ')
    expect(onCheckedChange).toHaveBeenCalledTimes(2)
  })

  it('that is disabled cannot be clicked', async () => {
    const onCheckedChange = vi.fn()
    render(<Checkbox checked={false} disabled onCheckedChange={onCheckedChange} label="Amara" />)
    await userEvent.click(screen.getByText('Amara'))
    expect(onCheckedChange).not.toHaveBeenCalled()
  })
})

describe('a switch', () => {
  it('has a state and changes it', async () => {
    const onCheckedChange = vi.fn()
    render(<Switch label="Daily report" checked onCheckedChange={onCheckedChange} />)
    await userEvent.click(screen.getByRole('switch', { name: 'Daily report', checked: true }))
    expect(onCheckedChange).toHaveBeenCalledWith(false)
  })
})

describe('a radio group', () => {
  it('has one option checked', async () => {
    const onValueChange = vi.fn()
    render(
      <RadioGroup
        label="Dismissal"
        required
        options={[
          { value: 'noon', label: 'Noon', description: '12:00' },
          { value: 'early', label: 'Early' },
          { value: 'late', label: 'Late', disabled: true },
        ]}
        value="noon"
        onValueChange={onValueChange}
      />,
    )
    expect(screen.getByRole('radiogroup', { name: /Dismissal/ }).getAttribute('aria-required')).toBe('true')
    expect(screen.getByRole('radio', { name: 'Noon', checked: true })).toBeDefined()
    await userEvent.click(screen.getByText('Late'))
    expect(onValueChange).not.toHaveBeenCalled()
    await userEvent.click(screen.getByText('Early'))
    expect(onValueChange).toHaveBeenCalledWith('early')
  })
})

describe('tabs', () => {
  function Sections() {
    const [value, setValue] = useState<'a' | 'b' | 'c'>('a')
    const tabs = (['a', 'b', 'c'] as const).map((name) => ({
      value: name,
      label: name,
      content: `of ${name}`,
    }))
    return <Tabs label="Sections" tabs={tabs} value={value} onValueChange={setValue} />
  }

  it('are one tab stop; arrows, Home and End move the focus, Enter opens', async () => {
    const user = userEvent.setup()
    render(<Sections />)
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'a', selected: true }))
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement?.textContent).toBe('c')
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(document.activeElement?.textContent).toBe('b')
    expect(screen.getByRole('tabpanel', { name: 'a' }).textContent).toBe('of a')
    await user.keyboard('{Enter}')
    expect(screen.getByRole('tabpanel', { name: 'b' }).textContent).toBe('of b')
    await user.keyboard('{End}{Home}')
    expect(document.activeElement?.textContent).toBe('a')
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('tabpanel'))
    await user.tab({ shift: true })
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'b', selected: true }))
  })

  it('leave Alt and an arrow to the browser, for Back', () => {
    render(<Sections />)
    const first = screen.getByRole('tab', { name: 'a' })
    first.focus()
    expect(fireEvent.keyDown(first, { key: 'ArrowLeft', altKey: true })).toBe(true)
    expect(document.activeElement).toBe(first)
  })
})

describe('a search box', () => {
  function Searched() {
    const [value, setValue] = useState('')
    return (
      <>
        <SearchInput label="Search" value={value} onValueChange={setValue} />
        <input aria-label="Notes" />
        <button type="button">A row</button>
      </>
    )
  }

  it('is focused by / from anywhere but a field, and cleared by Escape', async () => {
    const user = userEvent.setup()
    render(<Searched />)
    const search = screen.getByRole('searchbox') as HTMLInputElement
    await user.click(screen.getByRole('button'))
    await user.keyboard('/')
    expect(document.activeElement).toBe(search)
    expect(search.value).toBe('')
    await user.keyboard('birch/2')
    expect(search.value).toBe('birch/2')
    await user.keyboard('{Escape}')
    expect(search.value).toBe('')
    const notes = screen.getByRole('textbox', { name: 'Notes' }) as HTMLInputElement
    await user.type(notes, 'and/or')
    expect(document.activeElement).toBe(notes)
  })
})
