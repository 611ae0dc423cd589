import type { MouseEvent } from 'react'
import { Link, type LinkProps } from '../../router/router'

/** The link in a row whose every cell leads there: one stop for the keyboard, and a new tab works too. */
export function RowLink(props: LinkProps) {
  return (
    <Link {...props} data-row-link="" className="font-strong text-inherit no-underline hover:underline" />
  )
}

/** For the row's onClick. Clicks the link itself, so that whoever guards unsaved text hears of it. */
export function followRowLink(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget } = event
  if (target instanceof Element && target.closest('a, button, input, label')) return
  // A text that is being selected to be copied is no click.
  if (window.getSelection()?.type === 'Range') return
  currentTarget.querySelector<HTMLAnchorElement>('a[data-row-link]')?.click()
}
