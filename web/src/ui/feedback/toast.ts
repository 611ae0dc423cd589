import type { UseToastManagerReturnValue } from '@base-ui/react/toast'

/** An action such as Undo; it closes the toast. */
export type ToastAction = { label: string; run: () => void }

export type ToastData = { variant: 'success' | 'error'; action?: ToastAction }

type Manager = Pick<UseToastManagerReturnValue<ToastData>, 'add' | 'close'>

let manager: Manager | null = null
/** Until the region is loaded. */
const waiting: ((manager: Manager) => void)[] = []
let count = 0

function whenLoaded(call: (manager: Manager) => void): void {
  if (manager) call(manager)
  else waiting.push(call)
}

/** Called by the region; returns a function that disconnects it. */
export function connectToasts(region: Manager): () => void {
  manager = region
  for (const call of waiting.splice(0)) call(region)
  return () => {
    manager = null
  }
}

function show(title: string, description: string | undefined, data: ToastData): string {
  count += 1
  const id = `toast-${count}`
  // Its time begins once it is seen.
  whenLoaded(({ add }) => add({ id, title, description, data, timeout: 0 }))
  return id
}

/** Shows a toast from anywhere, also outside components. Errors stay until they are dismissed. */
export const toast = {
  success: (title: string, message?: string, action?: ToastAction): string =>
    show(title, message, { variant: 'success', action }),
  error: (title: string, message?: string, action?: ToastAction): string =>
    show(title, message, { variant: 'error', action }),
  dismiss: (id: string): void => whenLoaded(({ close }) => close(id)),
}
