import { onDatabase } from './databases'
import type { Contender } from './processes'
import type { Profile } from './profile'
import { log } from './progress'
import { measure, median, medianOf, type Sample } from './sample'
import { SCENARIOS } from './scenarios'
import { formatMs, formatRatio, type Table } from './tables'

/** Both servers take turns, so that noise affects both alike; the ratio is taken within a round. */
export async function compareScenarios(
  serverUrl: string,
  product: Contender,
  baseline: Contender,
  profile: Profile,
): Promise<Table> {
  const lines = await onDatabase(serverUrl, async (client) => {
    const measured: string[][] = []
    for (const scenario of SCENARIOS) {
      const [ours, theirs]: [Sample[], Sample[]] = [[], []]
      for (const contender of [baseline, product])
        await measure(client, contender, scenario, profile.warmUpMs, profile.warmUpOperations)
      for (let round = 0; round < profile.rounds; round++) {
        theirs.push(await measure(client, baseline, scenario, profile.sampleMs))
        ours.push(await measure(client, product, scenario, profile.sampleMs))
      }
      const ratios = ours.map((sample, round) => sample.cpu / (theirs[round]?.cpu ?? Number.NaN))
      measured.push([
        scenario.title,
        formatMs(medianOf(ours, 'server')),
        formatMs(medianOf(ours, 'database')),
        formatMs(medianOf(theirs, 'server')),
        formatMs(medianOf(theirs, 'database')),
        `${formatRatio(median(ratios))} (${formatRatio(Math.min(...ratios))} to ${formatRatio(Math.max(...ratios))})`,
        formatMs(medianOf(ours, 'p50')),
        formatMs(medianOf(theirs, 'p50')),
      ])
      log(measured.at(-1)?.join('  ') ?? scenario.title)
    }
    return measured
  })
  return {
    title: `CPU of one operation, in ms, and its ratio within a round (median and range of ${profile.rounds} rounds)`,
    head: [
      'scenario',
      'server',
      'database',
      'baseline: server',
      'baseline: database',
      'CPU ÷ baseline',
      'p50',
      'baseline: p50',
    ],
    lines,
  }
}
