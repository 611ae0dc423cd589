import type { ContactedAdult } from '@aftercare/domain/attendance/attendance'
import { isPhone } from '@aftercare/domain/lib/field-lengths'
import { isolate } from '@aftercare/domain/lib/isolate'
import { telHref } from '../lib/tel-href'

/** In a table: each adult's number as a link, with the name where there are several adults. */
export function PhoneLinks({ adults }: { adults: readonly ContactedAdult[] }) {
  const reachable = adults.flatMap(({ name, phone }) => (phone === null ? [] : [{ name, phone }]))
  const [first] = reachable
  if (!first) return '-'
  if (adults.length === 1) return <PhoneLink {...first} />
  return (
    <ul className="grid gap-1">
      {reachable.map((adult, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two adults may have the same name and phone
        <li key={index}>
          <PhoneLink {...adult} />
          <bdi className="block text-xs text-muted">{adult.name}</bdi>
        </li>
      ))}
    </ul>
  )
}

function PhoneLink({ name, phone }: { name: string; phone: string }) {
  if (!isPhone(phone)) return phone
  return (
    <a
      href={telHref(phone)}
      aria-label={`Call ${isolate(name)}, ${phone}`}
      className="inline-flex min-h-6 items-center text-accent-ink tabular-nums no-underline hover:underline print:text-inherit"
    >
      {phone}
    </a>
  )
}
