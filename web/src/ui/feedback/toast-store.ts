export type ToastItem = {
  id: string
  variant: 'success' | 'error'
  title: string
  message?: string
  /** An action such as Undo; it closes the toast. */
  action?: { label: string; run: () => void }
  /** Fading out; removed a moment later. */
  isLeaving?: boolean
}

/** The duration of `--normal` in the style sheet, which is 0 with reduced motion. */
const fadeMs = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 200)

let items: readonly ToastItem[] = []
let count = 0
const listeners = new Set<() => void>()

function set(next: readonly ToastItem[]): void {
  items = next
  for (const listener of listeners) listener()
}

/** Newest first. */
export function readToasts(): readonly ToastItem[] {
  return items
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function showToast(item: Omit<ToastItem, 'id'>): string {
  count += 1
  const id = `toast-${count}`
  set([{ ...item, id }, ...items])
  return id
}

export function dismissToast(id: string): void {
  if (!items.some((item) => item.id === id && !item.isLeaving)) return
  set(items.map((item) => (item.id === id ? { ...item, isLeaving: true } : item)))
  setTimeout(() => set(items.filter((item) => item.id !== id)), fadeMs())
}

/** Removes all at once, without fading. Tests share one page. */
export function clearToasts(): void {
  set([])
}
