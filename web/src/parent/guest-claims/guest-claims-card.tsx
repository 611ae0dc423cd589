import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { formatDayCount } from '@aftercare/domain/submissions/day-count'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ApprovalBadge } from '../../features/submissions/approval-note'
import { useLanguage, useTexts } from '../../language/language'
import { Button } from '../../ui/inputs/button'
import { Card, CardTitle } from '../../ui/layout/card'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import { claimTitle } from './claim-title'
import type { GuestClaim } from './guest-claims.api'
import { en } from './texts/en'

const ClaimDialog = lazyWithRetry(
  () => import('./claim-dialog'),
  (m) => m.ClaimDialog,
  { close: ({ onClose }) => onClose() },
)

/** Guest submissions with the parent's email, each to be added to a child. */
export function GuestClaimsCard({ claims }: { claims: readonly GuestClaim[] }) {
  const t = useTexts(en)
  const language = useLanguage()
  const [opened, setOpened] = useState<GuestClaim | null>(null)
  return (
    <Card as="section" aria-labelledby="guest-claims" className="grid gap-3">
      <div>
        <CardTitle id="guest-claims">{t.title}</CardTitle>
        <p className="mt-0.5 text-sm text-muted">{t.text}</p>
      </div>
      <ul className="grid divide-y divide-line border-t border-line">
        {claims.map((claim) => (
          <li key={claim.id} className="flex items-center gap-3 py-2.5 last:pb-0">
            <span className="min-w-0 flex-1">
              <span className="block font-semibold wrap-anywhere">
                {claimTitle(claim)} <ApprovalBadge submission={claim} />
              </span>
              <span className="block text-sm text-muted wrap-anywhere">
                <bdi>{claim.guest_child_name}</bdi> ·{' '}
                {formatDayCount(claim.selected_days, claim.cancelled_days, language)} ·{' '}
                <span className="tabular-nums">{formatUsd(toCents(claim.total_fee))}</span>
              </span>
            </span>
            <Button
              variant="quiet"
              icon={<Plus />}
              aria-label={t.addFor(claimTitle(claim), isolate(claim.guest_child_name))}
              onClick={() => setOpened(claim)}
            >
              {t.add}
            </Button>
          </li>
        ))}
      </ul>
      {opened && <ClaimDialog key={opened.id} claim={opened} onClose={() => setOpened(null)} />}
    </Card>
  )
}
