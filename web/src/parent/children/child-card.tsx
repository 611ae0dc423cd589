import { hasAllergies } from '@aftercare/domain/children/allergies'
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
          icon={<TriangleAlert aria-hidden="true" />}
          // Allergies are never truncated.
          className="h-auto self-start rounded-control py-1 text-left leading-snug whitespace-normal wrap-anywhere"
        >
          {t.allergies(child.allergies)}
        </Badge>
      )}
      {child.notes && <p className="whitespace-pre-line text-muted wrap-anywhere">{child.notes}</p>}
      {!hasAllergies(child.allergies) && !child.notes && <p className="text-muted">{t.noInformation}</p>}
      {child.pickup_people.length > 0 && <PickupPeople people={child.pickup_people} />}
    </Card>
  )
}

function PickupPeople({ people }: { people: Child['pickup_people'] }) {
  const t = useTexts(en)
  return (
    <div>
      <h3 className="text-sm font-semibold">{t.whoMayPickUp}</h3>
      <ul className="text-muted">
        {people.map(({ name, phone }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name
          <li key={index} className="wrap-anywhere">
            {phone ? `${isolate(name)}, ${phone}` : name}
          </li>
        ))}
      </ul>
    </div>
  )
}
