import { parseArgs } from 'node:util'
import { buildForTests } from '../scripts/lib/test-build.mjs'
import { type Finding, runTrials } from './lib/report'
import { tearDown } from './lib/setup'
import { type Act, PLANS } from './year/commands'
import { createTemplate, type Template } from './year/product'
import { type RunResult, rehearse, runSteps, stepsOf } from './year/run'
import { shrink } from './year/shrink'
import type { Step, World } from './year/step'

/**
 * School years of random steps, done to the model in trials/year and to the built product, on loopback only. A failing
 * year is shrunk, and printed with the options that run it again.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    years: { type: 'string', default: '22' },
    /** Those that are impossible when their turn comes are left out: about one in six. */
    steps: { type: 'string', default: '1200' },
    /** One more than two cores: a year often waits for the disk, or for a new process after a kill. */
    concurrency: { type: 'string', default: '3' },
    /** Which steps of the seed's year, separated by dots: a shrunk failure. */
    path: { type: 'string' },
    /** Another build, such as one broken on purpose to see that the trial finds it. */
    build: { type: 'string' },
  },
})
/** For each failing year. */
const SHRINK_MS = 5 * 60_000
const firstSeed = Number(values.seed)
const stepCount = Number(values.steps)
const yearCount = values.path ? 1 : Number(values.years)
const concurrency = Number(values.concurrency)

type Year = { seed: number; steps: Step[]; path: number[]; result: RunResult }

async function runYear(build: string, template: Template, seed: number): Promise<Year> {
  const startedAt = Date.now()
  const steps = stepsOf(seed, stepCount)
  const path = values.path?.split('.').map(Number) ?? steps.map((_, index) => index)
  const result = await runSteps(build, template, stepsAt(steps, path))
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(lineOf(seed, result, seconds))
  if (result.failure) console.log(`  ${result.failure.reason.slice(0, 2_000)}`)
  return { seed, steps, path, result }
}

const stepsAt = (steps: readonly Step[], path: readonly number[]): Step[] =>
  path.flatMap((index) => steps[index] ?? [])

/** What is left of a failing year, and the options that run it again. */
async function faultOf(
  build: string,
  template: Template,
  { seed, steps, path, result }: Year,
): Promise<string> {
  const startedAt = Date.now()
  const shrunk = await shrink(path, result, {
    run: (kept) => runSteps(build, template, stepsAt(stepsOf(seed, stepCount), kept)),
    rehearse: (kept) => rehearse(template.people, stepsAt(steps, kept)),
    concurrency,
    until: values.path ? 0 : startedAt + SHRINK_MS,
  })
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(`seed ${seed}: shrunk to ${shrunk.path.length} steps in ${seconds} s`)
  const again = `npm run test:year -- --seed=${seed} --steps=${stepCount} --path=${shrunk.path.join('.')}`
  return `${shrunk.result.trace.join('\n')}\n${shrunk.result.failure?.reason}\n${again}`
}

const lineOf = (seed: number, { world, failure }: RunResult, seconds: number) =>
  `seed ${seed}: ${world.steps} steps to ${world.model.today}, ${world.refusals} refused, ${countErased(world)} accounts deleted, ${world.kills} kills, ${seconds} s${failure ? ' FAILED' : ''}`

const countErased = ({ model }: World) => model.adults.filter(({ isErased }) => isErased).length

/** "register 812, pay 640", so that one sees that everything happened. */
function acceptedText(years: readonly Year[]): string {
  const totalOf = (name: Act) =>
    years.reduce((sum, { result }) => sum + (result.world.accepted[name] ?? 0), 0)
  const names = Object.keys(PLANS) as Act[]
  return names.map((name) => `${name} ${totalOf(name)}`).join(', ')
}

async function runYears(): Promise<Finding> {
  const build = values.build ?? (await buildForTests())
  const template = await createTemplate()
  const years: Year[] = []
  let next = 0
  const worker = async () => {
    while (next < yearCount) {
      next += 1
      years.push(await runYear(build, template, firstSeed + next - 1))
    }
  }
  await Promise.all(Array.from({ length: Math.min(yearCount, concurrency) }, worker))
  const total = (of: (result: RunResult) => number) => years.reduce((sum, { result }) => sum + of(result), 0)
  console.log(`accepted: ${acceptedText(years)}`)
  // Afterwards, when all processor cores are free for it.
  const faults: string[] = []
  for (const year of years) if (year.result.failure) faults.push(await faultOf(build, template, year))
  const figures = `seeds ${firstSeed} to ${firstSeed + yearCount - 1}, ${total(({ world }) => world.steps)} steps, ${total(({ world }) => world.refusals)} refused, ${total(({ world }) => countErased(world))} accounts deleted, ${total(({ world }) => world.kills)} kills, ${total(({ world }) => world.monthEnds)} month's ends`
  return { figures, faults }
}

// Every child process adds an exit listener.
process.setMaxListeners(0)
const passed = await runTrials([{ name: 'school years against a model', run: runYears }])
await tearDown()
process.exit(passed ? 0 : 1)
