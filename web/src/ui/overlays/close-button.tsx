import { Button, type ButtonProps } from '../inputs/button'
import { useRequestClose } from './close-guard'

/** In the footer of a dialog or drawer: like the cross, it asks if something would be lost. */
export function CloseButton(props: Omit<ButtonProps, 'variant' | 'onClick'>) {
  return <Button {...props} variant="quiet" onClick={useRequestClose()} />
}
