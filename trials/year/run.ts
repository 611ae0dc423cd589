import fc from 'fast-check'
import { instantOf } from './calendar'
import { OTHER_WEIGHTS, PLANS, type StepName } from './commands'
import { Difference } from './difference'
import { type Model, newAdult } from './model'
import { PASSWORD, type Product, startProduct, type Template } from './product'
import { type Delivery, Step, type World } from './step'

const FIRST_DAY = '2026-08-03'
const FIRST_TIME = '06:30'
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
  .map(([name, seed, delivery]) => new Step(name, seed, delivery))

/** The months of August to October are there, published; children come in the first steps. */
const opening: Step[] = [
  ...Array.from({ length: 3 }, (_, index) => [
    new Step('create month', index * 7 + 3, 'plain'),
    new Step('publish', index, 'plain'),
  ]).flat(),
  ...Array.from({ length: 14 }, (_, index) => new Step('add child', index * 101 + 5, 'plain')),
]

/** The steps of a seed: always the same ones. */
export function stepsOf(seed: number, count: number): Step[] {
  const arbitrary = fc.array(anyStep, { minLength: count, maxLength: count, size: 'max' })
  const [steps = []] = fc.sample(arbitrary, { seed, numRuns: 1 })
  return [...opening.map(({ name, seed: own }) => new Step(name, own, 'plain')), ...steps]
}

export type RunResult = {
  world: World
  /** Index of the failing step, and why; null for none. */
  failure: { at: number; step: Step; reason: string } | null
  trace: string[]
}

function initialModel({ people }: Template): Model {
  return {
    today: FIRST_DAY,
    time: FIRST_TIME,
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
    comparedUntil: instantOf(FIRST_DAY, '00:00'),
    mails: [],
    activity: [],
    messages: {},
    familyLines: [],
    deadFeeds: [],
    removedDropIns: [],
    nextKey: 0,
  }
}

/** Does the steps to the model and to a new product, up to the first difference. */
export async function runSteps(
  build: string,
  template: Template,
  steps: readonly Step[],
): Promise<RunResult> {
  const world: World = {
    model: initialModel(template),
    steps: 0,
    refusals: 0,
    kills: 0,
    monthEnds: 0,
    accepted: {},
  }
  const product: Product = await startProduct(build, template, instantOf(FIRST_DAY, FIRST_TIME))
  let at = -1
  const watched = steps.map((step, index) => ({
    check: (model: Readonly<World>) => step.check(model),
    run: async (model: World, real: Product) => {
      at = index
      await step.run(model, real)
    },
    toString: () => step.text,
  }))
  try {
    await fc.asyncModelRun(() => ({ model: world, real: product }), watched)
    return { world, failure: null, trace: traceOf(steps) }
  } catch (error) {
    const reason = error instanceof Difference ? error.message : String((error as Error)?.stack ?? error)
    const step = steps[at] as Step
    return { world, failure: { at, step, reason }, trace: traceOf(steps) }
  } finally {
    await product.stop()
  }
}

const traceOf = (steps: readonly Step[]) => steps.flatMap(({ text }) => (text === '' ? [] : [text]))
