import fc from 'fast-check'
import { instantOf } from './calendar'
import { OTHER_WEIGHTS, PLANS, type StepName } from './commands'
import { Difference } from './difference'
import { type Model, newAdult } from './model'
import { later, type Moment } from './month-end'
import { PASSWORD, type Product, startProduct, type Template } from './product'
import { createPick } from './requests'
import { type Delivery, Step, type World } from './step'

const START: Moment = { day: '2026-08-03', time: '06:30' }
const MAX_SEED = 2 ** 31

const weighted = <T>(weights: Record<string, number>) =>
  fc.oneof(
    ...Object.entries(weights).map(([value, weight]) => ({
      weight: weight * 10,
      arbitrary: fc.constant(value as T),
    })),
  )

const weights = {
  ...Object.fromEntries(Object.entries(PLANS).map(([name, { weight }]) => [name, weight])),
  ...OTHER_WEIGHTS,
}

const anyStep = fc
  .tuple(
    weighted<StepName>(weights),
    fc.nat(MAX_SEED),
    weighted<Delivery>({ plain: 88, twice: 6, lost: 5.7, killed: 0.3 }),
  )
  .map(([name, seed, delivery]) => ({ name, seed, delivery }))

const plain = (name: StepName, seed: number) => ({ name, seed, delivery: 'plain' as const })

/** The months of August to October are there, published; children come in the first steps. */
const opening = [
  ...[1, 5, 12].flatMap((seed) => [plain('create month', seed), plain('publish', seed)]),
  ...Array.from({ length: 14 }, (_, index) => plain('add child', index * 101 + 5)),
]

/** The steps of a seed: always the same ones. */
export function stepsOf(seed: number, count: number): Step[] {
  const arbitrary = fc.array(anyStep, { minLength: count, maxLength: count, size: 'max' })
  const [steps = []] = fc.sample(arbitrary, { seed, numRuns: 1 })
  let until = START
  return [...opening, ...steps].map((step, position) => {
    const at = until
    if (step.name === 'time') until = later(at, createPick(step.seed))
    return new Step({ ...step, position, at, until })
  })
}

export type RunResult = {
  world: World
  /** Index of the failing step, and why; null for none. */
  failure: { at: number; step: Step; reason: string } | null
  trace: string[]
}

function initialModel(people: Template['people']): Model {
  return {
    today: START.day,
    time: START.time,
    adults: people.map((person, index) => ({
      ...newAdult(),
      ...person,
      key: `a${index}`,
      isSignedIn: true,
      isConfirmed: true,
      password: PASSWORD,
    })),
    children: [],
    months: [],
    submissions: [],
    payments: [],
    imports: [],
    invitations: [],
    links: [],
    watches: [],
    prices: { regular: 20_00, special: 30_00 },
    dropInPrices: { family: 25_00, staff: 30_00 },
    dropInsNeedApproval: false,
    areBalancesShown: false,
    comparedUntil: instantOf(START.day, '00:00'),
    mails: [],
    waitingEdits: [],
    activity: [],
    messages: {},
    familyLines: [],
    familyImports: [],
    knownLists: [],
    named: [],
    happened: [],
    deadFeeds: [],
    removedDropIns: [],
    step: '',
    keysOfStep: 0,
  }
}

/** Does the steps to the model and to a new product, up to the first difference. */
export async function runSteps(
  build: string,
  template: Template,
  steps: readonly Step[],
): Promise<RunResult> {
  const world: World = {
    model: initialModel(template.people),
    steps: 0,
    refusals: 0,
    kills: 0,
    monthEnds: 0,
    accepted: {},
  }
  const product: Product = await startProduct(build, template, instantOf(START.day, START.time))
  let at = 0
  try {
    for (; at < steps.length; at += 1) await (steps[at] as Step).run(world, product)
    return { world, failure: null, trace: traceOf(steps) }
  } catch (error) {
    const reason = error instanceof Difference ? error.message : String((error as Error)?.stack ?? error)
    return { world, failure: { at, step: steps[at] as Step, reason }, trace: traceOf(steps) }
  } finally {
    await product.stop()
  }
}

const traceOf = (steps: readonly Step[]) => steps.flatMap(({ text }) => (text === '' ? [] : [text]))

/** What each of the steps would send, by the model alone. */
export function* rehearse(people: Template['people'], steps: readonly Step[]): Generator<[number, string]> {
  const model = initialModel(people)
  for (const step of steps) yield [step.data.position, step.rehearse(model)]
}
