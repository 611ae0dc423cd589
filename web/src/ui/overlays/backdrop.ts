import { rootAttributeRef } from '../hooks/root-attribute-ref'

/**
 * Dims the page behind an open dialog, and a dialog behind another one: of the same level, the later is above. The gutter
 * of the scroll bar that Base UI hides is outside the body: the style sheet dims it by the root attribute.
 */
export const backdrop = {
  ref: rootAttributeRef('data-dimmed'),
  className:
    'fixed inset-0 z-50 bg-backdrop transition-opacity duration-(--normal) data-ending-style:opacity-0 data-starting-style:opacity-0 print:hidden',
}
