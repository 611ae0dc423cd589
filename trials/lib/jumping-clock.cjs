const { readFileSync } = require('node:fs')

/**
 * Preloaded into the server: shifts its clock by the milliseconds in JUMP_FILE. Timers are unaffected, as on a machine
 * whose clock is changed.
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
