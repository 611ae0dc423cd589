// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Pagination, type PaginationProps } from './pagination'

function shown(props: Partial<PaginationProps>) {
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(
    <Pagination page={1} pageSize={25} total={60} onPageChange={() => {}} noun="submissions" {...props} />,
  )
  const next = page.querySelector<HTMLButtonElement>('[aria-label="Next page"]')
  return { text: page.textContent, hasNext: next?.disabled === false }
}

test('a list says which rows are shown, of how many', () => {
  expect(shown({})).toEqual({ text: expect.stringContaining('1 to 25 of 60 submissions'), hasNext: true })
  expect(shown({ page: 3 })).toEqual({ text: expect.stringContaining('51 to 60 of 60'), hasNext: false })
  expect(shown({ total: 1234 }).text).toContain('of 1,234 submissions')
})

test('a list with a capped total says so, and has a next page', () => {
  const { text, hasNext } = shown({ total: 5000, page: 200, isCapped: true })
  expect(text).toContain('4976 to 5000 of 5,000+ submissions')
  expect(text).toContain('Page 200 of 200+')
  expect(hasNext).toBe(true)
})
