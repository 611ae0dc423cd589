const { readFileSync } = require('node:fs')

/**
 * Loaded into a server before its own code: its machine's clock goes wrong by the milliseconds that stand in
 * JUMP_FILE. Timers run on steadily, as they do on a machine whose clock is set.
 */
const RealDate = Date
let jumpMs = 0
let readAt = Number.NEGATIVE_INFINITY

function jumpedNow() {
  if (performance.now() - readAt > 20) {
    readAt = performance.now()
    jumpMs = Number(readFileSync(process.env.JUMP_FILE, 'utf8'))
  }
  return RealDate.now() + jumpMs
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, self) =>
    values.length > 0 ? Reflect.construct(target, values, self) : new RealDate(jumpedNow()),
  apply: () => new RealDate(jumpedNow()).toString(),
  get: (target, name) => (name === 'now' ? jumpedNow : Reflect.get(target, name)),
})
