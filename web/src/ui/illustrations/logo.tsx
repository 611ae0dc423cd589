import { cx } from '../cx'
import { useProgram } from '../program'
import { paper } from './paper'

/** The programme's own picture, or a low sun behind the school's door. */
export function Logo({ className }: { className?: string }) {
  const { logo } = useProgram()
  if (logo) return <img src={logo} alt="" className={cx('kit-logo kit-logo-own', className)} />
  return (
    <svg viewBox="0 0 36 36" aria-hidden="true" className={cx('kit-logo', className)}>
      <rect width="36" height="36" fill={paper.marigold} />
      <circle cx="18" cy="22" r="9" fill={paper.coral} />
      <path
        d="M18 5v4M6.7 9.7l2.8 2.8M29.3 9.7l-2.8 2.8"
        stroke={paper.coral}
        strokeWidth="3"
        strokeLinecap="round"
      />
      <rect y="23" width="36" height="13" fill={paper.spruce} />
      <rect x="14.5" y="26" width="7" height="10" rx="3.5" fill={paper.marigold} />
    </svg>
  )
}
