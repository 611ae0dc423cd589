import { randomUUID } from 'node:crypto'
import type { HttpResponse } from '../../testkit/http-client'
import { type Act, PLANS, type StepName } from './commands'
import { notifyOpenedSeats, watchedSeats } from './commands/seat-watches'
import { compareTouched, differences } from './compare'
import { compareMails } from './compare-everything'
import { Difference } from './difference'
import { byKey, type Model } from './model'
import { type Moment, moveTo, passTime, setMoment } from './month-end'
import type { Answer, Product } from './product'
import { type Accepted, createPick, isRefused, type Outcome, type PlannedRequest } from './requests'

/** How a request travels: at times twice, its answer lost, or the server killed meanwhile. */
export type Delivery = 'plain' | 'twice' | 'lost' | 'killed'

/** The model, replaced by the copy in which simultaneous requests were executed in the order that the product chose. */
export type World = {
  model: Model
  steps: number
  refusals: number
  kills: number
  monthEnds: number
  /** How often what was done, if it was not refused. */
  accepted: Partial<Record<StepName, number>>
}

export type StepData = {
  name: StepName
  /** Makes its choices. */
  seed: number
  delivery: Delivery
  /** Among all steps of its year. */
  position: number
  /** When it happens, also if the steps in which time passed before it are left out. */
  at: Moment
  /** Where the clock is afterwards: later than `at` if time passes. */
  until: Moment
}

/** Its data are enough to do the same again. */
export class Step {
  /** What it did; nothing if it was impossible when its turn came. */
  text = ''
  /** In which order the product did simultaneous requests. */
  private order: number[] = []
  constructor(readonly data: StepData) {}

  private plan(model: Model): PlannedRequest[] {
    const { name, seed, position } = this.data
    const pick = createPick(seed)
    model.step = String(position)
    if (name !== 'together') {
      const planned = PLANS[name as Act]?.plan(model, pick)
      return planned ? [planned] : []
    }
    const acts = Object.keys(PLANS).filter((act) => PLANS[act as Act].isSimultaneous) as Act[]
    return Array.from({ length: 2 + pick.int(2) }, (_, index) => pick.about(index)).flatMap((own) => {
      const act = own.of(acts)
      return (act && PLANS[act].plan(model, own)) ?? []
    })
  }

  async run(world: World, product: Product): Promise<void> {
    const { name, delivery, at, until } = this.data
    const moved = (await moveTo(world.model, product, at)) ? `on ${at.day} at ${at.time} ` : ''
    if (name === 'time') {
      world.steps += 1
      const isMonthEnd = await passTime(world.model, product, until)
      if (isMonthEnd) world.monthEnds += 1
      this.text = `it is ${until.day} ${until.time}`
      return
    }
    if (name === 'kill') {
      world.steps += 1
      world.kills += 1
      this.text = 'the server is killed'
      await product.restart()
      return
    }
    const requests = this.plan(world.model)
    if (requests.length === 0) return
    world.steps += 1
    this.text = moved + textOf(requests)
    if (delivery === 'killed' && name !== 'together' && requests[0]?.isKeyed) world.kills += 1
    const responses = await Promise.all(requests.map((request) => this.send(world.model, product, request)))
    const { model, outcomes, order } = await explain(world.model, product, requests, responses)
    world.model = model
    this.order = order
    world.refusals += outcomes.filter(isRefused).length
    if (!outcomes.every(isRefused)) world.accepted[name] = (world.accepted[name] ?? 0) + 1
    this.text += ` -> ${responses.map(({ status, body }) => body?.error?.code ?? status).join(', ')}`
  }

  /** Does it to the model alone, in the order of an earlier run, and says what would be sent. */
  rehearse(model: Model): string {
    const { name, at, until } = this.data
    setMoment(model, at)
    setMoment(model, until)
    if (name === 'time' || name === 'kill') return name
    const requests = this.plan(model)
    const order = this.order.length === requests.length ? this.order : requests.map((_, index) => index)
    for (const index of order) execute(model, requests[index] as PlannedRequest, index)
    for (const adult of model.adults) adult.cookie ||= adult.isSignedIn ? 'rehearsed' : ''
    for (const payment of model.payments) payment.id ||= 'rehearsed'
    return textOf(requests)
  }

  private async send(model: Model, product: Product, request: PlannedRequest): Promise<HttpResponse<Answer>> {
    const { name } = this.data
    const cookie = ['staff', 'guest'].includes(request.who)
      ? undefined
      : byKey(model.adults, request.who).cookie
    const prepared = await request.prepare?.(product)
    const options = {
      method: request.method,
      body: prepared ? { ...(request.body as object), ...prepared } : request.body,
      ...(request.isKeyed && { key: randomUUID() }),
      ...(cookie && { cookie }),
    }
    const send = request.who === 'staff' ? product.staff : product.request
    const isSafe = request.isKeyed && !(name === 'together' && this.data.delivery === 'killed')
    const delivery = isSafe ? this.data.delivery : 'plain'
    this.text += delivery === 'plain' ? '' : ` (${delivery})`
    if (delivery === 'plain') return send(request.path, options)
    if (delivery === 'twice') {
      const [first, second] = await Promise.all([send(request.path, options), send(request.path, options)])
      return answerOf(first, second, name !== 'together')
    }
    const lost = send(request.path, delivery === 'lost' ? { ...options, timeoutMs: 2 } : options)
    if (delivery === 'killed') await product.restart()
    await lost
    return send(request.path, options)
  }
}

const textOf = (requests: readonly PlannedRequest[]) => requests.map(({ text }) => text).join(' AND AT ONCE ')

/** In the model. The keys of what the second of simultaneous requests makes end with b: s812b */
function execute(model: Model, request: PlannedRequest, index: number): Outcome {
  const { step } = model
  const seats = watchedSeats(model)
  Object.assign(model, { step: step + ['', 'b', 'c'][index], keysOfStep: 0 })
  const outcome = request.apply(model)
  model.step = step
  notifyOpenedSeats(model, seats)
  return outcome
}

/** Both copies get the same answer, unless somebody else's request came between them. */
function answerOf(
  first: HttpResponse<Answer>,
  second: HttpResponse<Answer>,
  isAlone: boolean,
): HttpResponse<Answer> {
  const failed = [first, second].find(({ status }) => status === 0 || status >= 500)
  if (failed) return failed
  const wrong = differences('what was sent twice', { answer: second.body }, { answer: first.body })
  if (isAlone && wrong.length > 0) throw new Difference(wrong.join('; '))
  return first.status === 200 ? first : second
}

/**
 * Finds the order of simultaneous requests in which the model gives the product's answers and state. If several do, it is
 * the one whose mails are nearest to those that the product has queued: some come only when time passes.
 */
async function explain(
  model: Model,
  product: Product,
  requests: readonly PlannedRequest[],
  responses: readonly HttpResponse<Answer>[],
) {
  const attempts: string[] = []
  const possible: { model: Model; outcomes: Outcome[]; order: number[]; wrongMails: number }[] = []
  for (const order of permutations(requests.map((_, index) => index))) {
    const copy = structuredClone(model)
    const outcomes: Outcome[] = []
    for (const index of order) {
      outcomes[index] = execute(copy, requests[index] as PlannedRequest, index)
    }
    const wrong = outcomes.flatMap((outcome, index) => answerErrors(outcome, responses[index]))
    if (wrong.length === 0) wrong.push(...(await stateErrors(copy, product, outcomes, responses)))
    if (wrong.length === 0) {
      const wrongMails = requests.length === 1 ? 0 : (await compareMails(copy, product)).length
      possible.push({ model: copy, outcomes, order, wrongMails })
      if (wrongMails === 0) break
    }
    attempts.push(wrong.join('; '))
  }
  const [best] = possible.sort((a, b) => a.wrongMails - b.wrongMails)
  if (!best) throw new Difference(attempts.join('\n  or, in another order: '))
  return best
}

function answerErrors(outcome: Outcome, response: HttpResponse<Answer> | undefined): string[] {
  const { status = 0, body } = response ?? {}
  const answer = status === 200 ? 'accepted' : `${status} ${body?.error?.code ?? JSON.stringify(body)}`
  if (isRefused(outcome))
    return outcome.refusals.includes(body?.error?.code) || (outcome.mayBeAccepted && status === 200)
      ? (outcome.check?.(body?.error) ?? [])
      : [`${answer} instead of ${outcome.refusals.join(' or ')}`]
  return status === 200 ? [] : [`${answer} instead of accepted: ${JSON.stringify(body?.error)}`]
}

async function stateErrors(
  model: Model,
  product: Product,
  outcomes: readonly Outcome[],
  responses: readonly HttpResponse<Answer>[],
): Promise<string[]> {
  const wrong: string[] = []
  const accepted: Accepted[] = []
  for (const [index, outcome] of outcomes.entries()) {
    if (isRefused(outcome)) continue
    accepted.push(outcome)
    wrong.push(
      ...((await outcome.learn?.(responses[index]?.body, product, responses[index]?.headers ?? {})) ?? []),
    )
  }
  return [...wrong, ...(await compareTouched(model, product, accepted))]
}

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]]
  return list.flatMap((item, index) =>
    permutations([...list.slice(0, index), ...list.slice(index + 1)]).map((rest) => [item, ...rest]),
  )
}
