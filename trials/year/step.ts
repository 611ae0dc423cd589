import { randomUUID } from 'node:crypto'
import type { AsyncCommand } from 'fast-check'
import type { HttpResponse } from '../../testkit/http-client'
import { type Act, PLANS, type StepName } from './commands'
import { notifyOpenedSeats, watchedSeats } from './commands/seat-watches'
import { compareTouched, differences } from './compare'
import { Difference } from './difference'
import { byKey, type Model } from './model'
import { passTime } from './month-end'
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

/** A name and a number that makes its choices: enough to do the same again. */
export class Step implements AsyncCommand<World, Product> {
  text = ''
  constructor(
    readonly name: StepName,
    readonly seed: number,
    readonly delivery: Delivery,
  ) {}

  check({ model }: Readonly<World>): boolean {
    if (this.name === 'time' || this.name === 'kill') return true
    return this.plan(model).length > 0
  }

  private plan(model: Model): PlannedRequest[] {
    const pick = createPick(this.seed)
    if (this.name !== 'together') {
      const planned = PLANS[this.name as Act]?.plan(model, pick)
      return planned ? [planned] : []
    }
    const acts = Object.keys(PLANS).filter((act) => PLANS[act as Act].isSimultaneous) as Act[]
    const names = Array.from({ length: 2 + pick.int(2) }, () => pick.of(acts))
    return names.flatMap((name) => (name && PLANS[name].plan(model, pick)) ?? [])
  }

  async run(world: World, product: Product): Promise<void> {
    world.steps += 1
    if (this.name === 'time') {
      const before = world.model.comparedUntil
      this.text = await passTime(world.model, product, createPick(this.seed))
      if (world.model.comparedUntil !== before) world.monthEnds += 1
      return
    }
    if (this.name === 'kill') {
      this.text = 'the server is killed'
      world.kills += 1
      await product.restart()
      return
    }
    const requests = this.plan(world.model)
    this.text = requests.map(({ text }) => text).join(' AND AT ONCE ')
    if (this.delivery === 'killed' && this.name !== 'together' && requests[0]?.isKeyed) world.kills += 1
    const responses = await Promise.all(requests.map((request) => this.send(world.model, product, request)))
    const { model, outcomes } = await explain(world.model, product, requests, responses)
    world.model = model
    world.refusals += outcomes.filter(isRefused).length
    if (!outcomes.every(isRefused)) world.accepted[this.name] = (world.accepted[this.name] ?? 0) + 1
    this.text += ` -> ${responses.map(({ status, body }) => body?.error?.code ?? status).join(', ')}`
  }

  private async send(model: Model, product: Product, request: PlannedRequest): Promise<HttpResponse<Answer>> {
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
    const isSafe = request.isKeyed && !(this.name === 'together' && this.delivery === 'killed')
    const delivery = isSafe ? this.delivery : 'plain'
    this.text += delivery === 'plain' ? '' : ` (${delivery})`
    if (delivery === 'plain') return send(request.path, options)
    if (delivery === 'twice') {
      const [first, second] = await Promise.all([send(request.path, options), send(request.path, options)])
      return answerOf(first, second, this.name !== 'together')
    }
    const lost = send(request.path, delivery === 'lost' ? { ...options, timeoutMs: 2 } : options)
    if (delivery === 'killed') await product.restart()
    await lost
    return send(request.path, options)
  }
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

/** Finds the order of simultaneous requests in which the model gives the product's answers and state. */
async function explain(
  model: Model,
  product: Product,
  requests: readonly PlannedRequest[],
  responses: readonly HttpResponse<Answer>[],
) {
  const attempts: string[] = []
  for (const order of permutations(requests.map((_, index) => index))) {
    const copy = structuredClone(model)
    const outcomes: Outcome[] = []
    for (const index of order) {
      const seats = watchedSeats(copy)
      outcomes[index] = (requests[index] as PlannedRequest).apply(copy)
      notifyOpenedSeats(copy, seats)
    }
    doubtMailsToErased(model, copy)
    const wrong = outcomes.flatMap((outcome, index) => answerErrors(outcome, responses[index]))
    if (wrong.length === 0) wrong.push(...(await stateErrors(copy, product, outcomes, responses)))
    if (wrong.length === 0) return { model: copy, outcomes }
    attempts.push(wrong.join('; '))
  }
  throw new Difference(attempts.join('\n  or, in another order: '))
}

/** A mail to somebody who deletes their account at the same moment is erased with it, or comes after it. */
function doubtMailsToErased(before: Model, after: Model): void {
  const present = before.adults.filter(({ isErased }) => !isErased).map(({ key }) => key)
  const erased = after.adults.filter(({ isErased, key }) => isErased && present.includes(key))
  for (const mail of after.mails) if (erased.some(({ email }) => email === mail.to)) mail.isUncertain = true
}

function answerErrors(outcome: Outcome, response: HttpResponse<Answer> | undefined): string[] {
  const { status = 0, body } = response ?? {}
  const answer = status === 200 ? 'accepted' : `${status} ${body?.error?.code ?? JSON.stringify(body)}`
  if (isRefused(outcome))
    return outcome.refusals.includes(body?.error?.code)
      ? []
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
