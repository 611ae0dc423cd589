import { type Finding, percentiles } from '../lib/report'
import { type Opening, openingMinute } from './opening-minute'

/** As many families as a large programme has: nobody gets an error. */
export async function loadSpike(build: string, opening: Opening): Promise<Finding> {
  const { times, statuses, faults } = await openingMinute(build, opening)
  const failed = [...statuses].filter(([name]) => !name.endsWith(' 200'))
  const figures = Object.entries(times).map(
    ([kind, values]) => `${values.length} × ${kind} (${percentiles(values)})`,
  )
  return {
    figures: figures.join('; '),
    faults: [...faults, ...failed.map(([name, count]) => `${count} × ${name}`)],
  }
}
