import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { parseAgreementLine } from '@aftercare/domain/site-content/agreements'
import { ArrowDown, ArrowUp, Bold, Plus, Trash2 } from 'lucide-react'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/inputs/button'
import { Field, TextArea } from '../../ui/inputs/field'
import { IconButton } from '../../ui/inputs/icon-button'

type ItemListProps = {
  items: readonly string[]
  errorOf: (index: number) => string | undefined
  onChange: (items: string[]) => void
  /** Of the Spanish list, which may be empty. */
  lang?: 'es'
}

/** Where the focus goes after the list has re-rendered. */
type FocusTarget = { index: number; part: 'text' | 'up' | 'down' }

export function ItemList({ items, errorOf, onChange, lang }: ItemListProps) {
  const list = useRef<HTMLOListElement>(null)
  const target = useRef<FocusTarget | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const latest = useRef({ items, onChange })
  latest.current = { items, onChange }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the list
  useEffect(() => {
    const wanted = target.current
    target.current = null
    const item = wanted && list.current?.children[wanted.index]
    if (!item) return
    const part = item.querySelector<HTMLElement>(`[data-part="${wanted.part}"]:not(:disabled)`)
    const other = item.querySelector<HTMLElement>(
      '[data-part="up"]:not(:disabled), [data-part="down"]:not(:disabled)',
    )
    ;(part ?? other)?.focus()
  }, [items])

  const edit = useCallback((index: number, text: string) => {
    latest.current.onChange(latest.current.items.map((item, at) => (at === index ? text : item)))
  }, [])

  const move = useCallback((index: number, step: -1 | 1) => {
    const next = [...latest.current.items]
    const [item] = next.splice(index, 1)
    if (item === undefined) return
    next.splice(index + step, 0, item)
    target.current = { index: index + step, part: step < 0 ? 'up' : 'down' }
    setAnnouncement(`Item ${index + 1} is now item ${index + step + 1} of ${next.length}`)
    latest.current.onChange(next)
  }, [])

  const remove = useCallback((index: number) => {
    const next = latest.current.items.filter((_, at) => at !== index)
    target.current = { index: Math.min(index, next.length - 1), part: 'text' }
    setAnnouncement(`Item ${index + 1} removed`)
    latest.current.onChange(next)
  }, [])

  const add = () => {
    target.current = { index: items.length, part: 'text' }
    onChange([...items, ''])
  }

  return (
    <div className="grid gap-3">
      <ol ref={list} className="grid gap-3">
        {items.map((item, index) => (
          <Item
            // biome-ignore lint/suspicious/noArrayIndexKey: two items may be equal; all state is in the list
            key={index}
            index={index}
            count={items.length}
            text={item}
            error={errorOf(index)}
            lang={lang}
            onEdit={edit}
            onMove={move}
            onRemove={remove}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          variant="quiet"
          icon={<Plus />}
          disabled={items.length >= MAX_LENGTH.agreementItems}
          onClick={add}
        >
          {lang ? 'Add Spanish item' : 'Add Item'}
        </Button>
        <p className="text-note text-muted">
          {items.length >= MAX_LENGTH.agreementItems
            ? `An agreement can have up to ${MAX_LENGTH.agreementItems} items.`
            : 'Put an item between double asterisks, **like this**, to make it bold.'}
        </p>
      </div>
    </div>
  )
}

type ItemProps = {
  index: number
  count: number
  text: string
  error: string | undefined
  lang: 'es' | undefined
  onEdit: (index: number, text: string) => void
  onMove: (index: number, step: -1 | 1) => void
  onRemove: (index: number) => void
}

/** Memoized: typing into one of 200 items re-renders only that one. */
const Item = memo(function Item({ index, count, text, error, lang, onEdit, onMove, onRemove }: ItemProps) {
  const name = `${lang ? 'Spanish item' : 'item'} ${index + 1}`
  const label = lang ? `Spanish item ${index + 1}` : `Item ${index + 1}`
  const line = parseAgreementLine(text)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2">
      <Field label={label} hideLabel error={error}>
        <TextArea
          data-part="text"
          rows={2}
          className="field-sizing-content"
          value={text}
          placeholder={label}
          lang={lang}
          onValueChange={(next) => onEdit(index, next)}
        />
      </Field>
      <div className="grid grid-cols-2 lg:grid-cols-4">
        <IconButton
          label={`Bold ${name}`}
          aria-pressed={line.bold}
          icon={<Bold />}
          disabled={line.text === ''}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
          onClick={() => onEdit(index, line.bold ? line.text : `**${line.text}**`)}
        />
        <IconButton
          data-part="up"
          label={`Move ${name} up`}
          icon={<ArrowUp />}
          disabled={index === 0}
          onClick={() => onMove(index, -1)}
        />
        <IconButton
          label={`Remove ${name}`}
          icon={<Trash2 />}
          danger
          disabled={count === 1 && !lang}
          onClick={() => onRemove(index)}
          className="lg:order-last"
        />
        <IconButton
          data-part="down"
          label={`Move ${name} down`}
          icon={<ArrowDown />}
          disabled={index === count - 1}
          onClick={() => onMove(index, 1)}
        />
      </div>
    </li>
  )
})
