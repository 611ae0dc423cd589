import { hasAllergies } from '@aftercare/domain/children/allergies'
import { peopleText } from '@aftercare/domain/children/child-changes'
import { isolate } from '@aftercare/domain/lib/isolate'
import { Pencil, Trash2, TriangleAlert } from 'lucide-react'
import { useTexts } from '../../language/language'
import { Avatar } from '../../ui/data/avatar'
import { Badge } from '../../ui/data/badge'
import { IconButton } from '../../ui/inputs/icon-button'
import { Card, CardTitle } from '../../ui/layout/card'
import type { Child } from './children.api'
import { en } from './texts/en'

type ChildCardProps = { child: Child; index: number; onEdit: () => void; onRemove: () => void }

export function ChildCard({ child, index, onEdit, onRemove }: ChildCardProps) {
  const t = useTexts(en)
  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        <Avatar name={child.name} index={index} />
        <div className="min-w-0 flex-1 wrap-anywhere">
          <CardTitle>{child.name}</CardTitle>
          {child.grade && <p className="text-sm text-muted">{child.grade}</p>}
        </div>
        <span className="-mr-2 flex">
          <IconButton label={t.edit(isolate(child.name))} icon={<Pencil />} onClick={onEdit} />
          <IconButton label={t.delete(isolate(child.name))} icon={<Trash2 />} danger onClick={onRemove} />
        </span>
      </div>
      {hasAllergies(child.allergies) && (
        <Badge
          tone="danger"
          icon={<TriangleAlert />}
          // Allergies are never truncated.
          className="h-auto self-start rounded-control py-1 text-left leading-snug whitespace-normal wrap-anywhere"
        >
          {t.allergies(child.allergies)}
        </Badge>
      )}
      {child.notes && <p className="whitespace-pre-line text-muted wrap-anywhere">{child.notes}</p>}
      {!hasAllergies(child.allergies) && !child.notes && <p className="text-muted">{t.noInformation}</p>}
      <People title={t.whoMayPickUp} people={child.pickup_people} />
      <People title={t.mustNotPickUp} people={child.must_not_pick_up} />
    </Card>
  )
}

type PeopleProps = {
  title: string
  people: readonly { name: string; phone?: string | null; note?: string | null }[]
}

function People({ title, people }: PeopleProps) {
  if (people.length === 0) return null
  return (
    <div>
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul className="text-muted">
        {people.map((person, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name
          <li key={index} className="wrap-anywhere">
            {peopleText([person], '')}
          </li>
        ))}
      </ul>
    </div>
  )
}
