import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { addDays, type Day, getDayParts } from '@aftercare/domain/lib/days'
import { ChevronLeft, ChevronRight, Printer, Siren } from 'lucide-react'
import { openPrintWindow } from '../../lib/open-print-window'
import { Link } from '../../router/router'
import { Button } from '../../ui/inputs/button'
import { IconButton } from '../../ui/inputs/icon-button'
import { usePageTitle } from '../../ui/layout/page-title'
import { WriteToFamilies } from '../family-messages/write-to-families'
import { useMay } from '../use-may'
import { AddDropIn } from './add-drop-in'
import { EMERGENCY_PATH, SHEET_PATH } from './sheet-url'

type BoardHeaderProps = { day: Day; today: Day; onPick: (day: Day) => void }

/** Lower than the other pages' headers, so that more children fit on the screen. */
export function BoardHeader({ day, today, onPick }: BoardHeaderProps) {
  const title = usePageTitle()
  const mayWrite = useMay('admin.family-messages')
  return (
    <header className="board-header">
      <Link
        to={`/admin/day-reports${day === today ? '' : `?date=${day}`}`}
        aria-label="Day Reports"
        title="Day Reports"
        className="kit-icon-button -ml-3 text-accent"
      >
        <ChevronLeft />
      </Link>
      <h1>{title}</h1>
      <div className="board-day">
        <IconButton label="Previous day" icon={<ChevronLeft />} onClick={() => onPick(addDays(day, -1))} />
        <p>
          {formatWeekdayDate(day)}
          <span className="board-year">, {getDayParts(day).year}</span>
        </p>
        <IconButton label="Next day" icon={<ChevronRight />} onClick={() => onPick(addDays(day, 1))} />
        {day !== today && (
          <Button variant="plain" onClick={() => onPick(today)}>
            Today
          </Button>
        )}
      </div>
      <div className="board-header-actions">
        <AddDropIn day={day} />
        {mayWrite && <WriteToFamilies date={day} />}
        <Button
          variant="quiet"
          icon={<Printer />}
          title="Print sign-in sheet"
          onClick={() => openPrintWindow(`${SHEET_PATH}?date=${day}&print=1`)}
        >
          <span>Print sign-in sheet</span>
        </Button>
        <Button
          variant="quiet"
          icon={<Siren />}
          title="Emergency Sheet"
          onClick={() => openPrintWindow(`${EMERGENCY_PATH}?date=${day}`)}
        >
          <span>Emergency Sheet</span>
        </Button>
      </div>
    </header>
  )
}
