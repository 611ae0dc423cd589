import { rootAttributeRef } from '../hooks/root-attribute-ref'

/**
 * What dims the page behind an open dialog. The place of a scroll bar that Base UI takes away stays, and nothing on the
 * page reaches over it: the style sheet dims the ground there by the mark.
 */
export const backdrop = {
  ref: rootAttributeRef('data-dimmed'),
  className:
    'fixed inset-0 z-40 bg-backdrop transition-opacity duration-(--normal) data-ending-style:opacity-0 data-starting-style:opacity-0 print:hidden',
}
