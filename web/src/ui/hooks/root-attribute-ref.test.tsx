import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { markPageLoading, rootAttributeRef } from './root-attribute-ref'

const root = document.documentElement

it('marks the root element while at least one such element is in the page', () => {
  const mark = rootAttributeRef('data-part')
  const part = <p ref={mark}>here</p>
  const first = render(part)
  const second = render(part)
  expect(root.hasAttribute('data-part')).toBe(true)
  first.unmount()
  expect(root.hasAttribute('data-part')).toBe(true)
  second.unmount()
  expect(root.hasAttribute('data-part')).toBe(false)
})

it('marks a page as loading by its own contents, not by a dialog over it', () => {
  const dialog = render(<p ref={markPageLoading}>coming</p>)
  expect(root.hasAttribute('data-page-loading')).toBe(false)
  const page = render(<p ref={markPageLoading}>coming</p>, {
    container: document.body.appendChild(document.createElement('main')),
  })
  expect(root.hasAttribute('data-page-loading')).toBe(true)
  dialog.unmount()
  page.unmount()
  expect(root.hasAttribute('data-page-loading')).toBe(false)
})

it('replaces every :has() on the whole page', () => {
  const source = join(import.meta.dirname, '..')
  const withHas = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(css|tsx)$/.test(name) && !name.includes('.test.'))
    .filter((name) =>
      /(:root|\b(html|body|main))(\[[^\]]*\])?:has\(/.test(readFileSync(join(source, name), 'utf8')),
    )
  expect(withHas).toEqual([])
})
