import type { MouseEvent } from 'react'
import { Link, type LinkProps } from '../../router/router'

/** The link of a clickable row: one tab stop, and it can be opened in a new tab. */
export function RowLink(props: LinkProps) {
  return (
    <Link {...props} data-row-link="" className="font-semibold text-inherit no-underline hover:underline" />
  )
}

/** For the row's onClick. Clicks the link itself, so that navigation blockers see it. */
export function followRowLink(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget } = event
  if (target instanceof Element && target.closest('a, button, input, label')) return
  // Selecting text is no click.
  if (window.getSelection()?.type === 'Range') return
  currentTarget.querySelector<HTMLAnchorElement>('a[data-row-link]')?.click()
}
