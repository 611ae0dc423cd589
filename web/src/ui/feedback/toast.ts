import type { ToastManagerAddOptions, UseToastManagerReturnValue } from '@base-ui/react/toast'

/** An action such as Undo; it closes the toast. */
export type ToastAction = { label: string; run: () => void }

export type ToastData = { variant: 'success' | 'error'; action?: ToastAction }

type Manager = Pick<UseToastManagerReturnValue<ToastData>, 'add' | 'close'>

let manager: Manager | null = null
/** Until the region is loaded. */
let waiting: ToastManagerAddOptions<ToastData>[] = []
let count = 0

/** Called by the region; returns a function that disconnects it. */
export function connectToasts(region: Manager): () => void {
  manager = region
  for (const options of waiting) region.add(options)
  waiting = []
  return () => {
    manager = null
  }
}

function show(title: string, description: string | undefined, data: ToastData): string {
  count += 1
  const id = `toast-${count}`
  // Its time begins once it is seen.
  const options = { id, title, description, data, timeout: 0 }
  if (manager) manager.add(options)
  else waiting.push(options)
  return id
}

/** Shows a toast from anywhere, also outside components. Errors stay until they are dismissed. */
export const toast = {
  success: (title: string, message?: string, action?: ToastAction): string =>
    show(title, message, { variant: 'success', action }),
  error: (title: string, message?: string, action?: ToastAction): string =>
    show(title, message, { variant: 'error', action }),
  dismiss(id: string): void {
    waiting = waiting.filter((options) => options.id !== id)
    manager?.close(id)
  },
}
