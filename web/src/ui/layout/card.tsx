import type { HTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from '../../router/router'
import { cx } from '../cx'

type CardProps = HTMLAttributes<HTMLElement> & { as?: 'div' | 'section' | 'article' | 'li' }

export function Card({ as: Tag = 'div', className, ...rest }: CardProps) {
  return <Tag {...rest} className={cx('kit-card', className)} />
}

/** A card that is a link. */
export function CardLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={cx('kit-card kit-card-lifts', className)} />
}

/** A card that is a button. */
export function CardButton({ className, ...rest }: React.ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...rest} className={cx('kit-card kit-card-lifts', className)} />
}

export function CardTitle({
  as: Tag = 'h2',
  children,
  className,
  id,
}: {
  as?: 'h2' | 'h3'
  children: ReactNode
  className?: string
  id?: string
}) {
  return (
    <Tag id={id} className={cx('kit-card-title', className)}>
      {children}
    </Tag>
  )
}

/** The heading of a section, with a count or a badge beside it and actions at the far end. */
export function SectionHeading({
  children,
  aside,
  actions,
  id,
}: {
  children: ReactNode
  aside?: ReactNode
  actions?: ReactNode
  id?: string
}) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3">
      <h2 id={id} className="text-xl dense:text-lg">
        {children}
      </h2>
      {aside}
      {actions && <div className="ml-auto flex gap-2">{actions}</div>}
    </div>
  )
}
