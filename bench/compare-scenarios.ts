import { onDatabase } from './databases'
import type { Contender } from './processes'
import type { Profile } from './profile'
import { say } from './progress'
import { measure, median, middle, type Sample } from './sample'
import { SCENARIOS } from './scenarios'
import { type Table, times, two } from './tables'

/** Both in turns, round by round: a noisy minute hits both alike, and the ratio is taken within the round. */
export async function compareScenarios(
  serverUrl: string,
  product: Contender,
  floor: Contender,
  pace: Profile,
): Promise<Table> {
  const lines = await onDatabase(serverUrl, async (client) => {
    const measured: string[][] = []
    for (const [name, work] of Object.entries(SCENARIOS)) {
      const [ours, theirs]: [Sample[], Sample[]] = [[], []]
      for (const contender of [floor, product]) await measure(client, contender, work, pace.warmMs)
      for (let round = 0; round < pace.rounds; round++) {
        theirs.push(await measure(client, floor, work, pace.cellMs))
        ours.push(await measure(client, product, work, pace.cellMs))
      }
      const ratios = ours.map((cell, round) => cell.cpu / (theirs[round]?.cpu ?? Number.NaN))
      measured.push([
        `${name} ${work.title}`,
        two(middle(ours, 'server')),
        two(middle(ours, 'database')),
        two(middle(theirs, 'server')),
        two(middle(theirs, 'database')),
        `${times(median(ratios))} (${times(Math.min(...ratios))} to ${times(Math.max(...ratios))})`,
        two(middle(ours, 'p50')),
        two(middle(theirs, 'p50')),
      ])
      say(measured.at(-1)?.join('  ') ?? name)
    }
    return measured
  })
  return {
    title: `CPU of one operation, in ms, and its ratio within a round (median and range of ${pace.rounds} rounds)`,
    head: [
      'work',
      'server',
      'database',
      'floor: server',
      'floor: database',
      'CPU ÷ floor',
      'p50',
      'floor: p50',
    ],
    lines,
  }
}
