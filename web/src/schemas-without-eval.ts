/**
 * Schemas may compile themselves where a page allows it, and try out whether this one does. Our content policy does
 * not, and each try would be reported as a violation. zod reads this when it loads, with the first page that needs it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
