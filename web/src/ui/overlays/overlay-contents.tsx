import {
  createContext,
  type MouseEvent,
  memo,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useEffect,
  useRef,
} from 'react'

const IsOpen = createContext(true)

/** Whether the dialog or drawer around a component, if any, is open: what is among its contents closes with it. */
export const useIsOverlayOpen = () => useContext(IsOpen)

type OverlayContentsProps = { isOpen: boolean; children: ReactNode }

/** While the overlay animates out they stay as they were: what they are about is often gone already. */
export const OverlayContents = ({ isOpen, children }: OverlayContentsProps) => (
  <IsOpen value={isOpen}>
    <Retained isOpen={isOpen}>{children}</Retained>
  </IsOpen>
)

const Retained = memo(
  ({ children }: OverlayContentsProps) => children,
  (_, { isOpen }) => !isOpen,
)

const ignore = (event: SyntheticEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

/**
 * For the popup: a second click, or another Enter, while it animates out must not do a thing twice. Nor does the second
 * click of a double click on what opened it answer it: on a phone its buttons are often in the same place.
 */
export function useOwnClicks(isOpen: boolean) {
  const isClicked = useRef(false)
  useEffect(() => {
    if (!isOpen) isClicked.current = false
  }, [isOpen])
  const onClickCapture = (event: MouseEvent) => {
    // Counts from 1; 0 is a key.
    if (isOpen && event.detail < 2) isClicked.current = true
    if (!isOpen || !isClicked.current) ignore(event)
  }
  return { onClickCapture, onSubmitCapture: isOpen ? undefined : ignore }
}
