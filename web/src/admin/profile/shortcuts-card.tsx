import { useState } from 'react'
import { areShortcutsOn, setShortcuts } from '../../ui/hooks/shortcuts'
import { Switch } from '../../ui/inputs/switch'
import { Card, CardTitle } from '../../ui/layout/card'

/** Single-key shortcuts must be possible to turn off, for speech input and accidental key presses (WCAG 2.1.4). */
export function ShortcutsCard() {
  const [isOn, setOn] = useState(areShortcutsOn)
  return (
    <Card as="section" aria-labelledby="shortcuts-title" className="max-w-[36rem]">
      <CardTitle id="shortcuts-title">Keyboard</CardTitle>
      <div className="mt-2 flex items-center justify-between gap-3">
        <p className="text-sm text-muted">
          Press <kbd className="font-sans font-semibold text-text">/</kbd> to jump to search. This setting is
          saved in this browser.
        </p>
        <Switch
          label="Search with the / key"
          checked={isOn}
          onCheckedChange={(next) => {
            setOn(next)
            setShortcuts(next)
          }}
        />
      </div>
    </Card>
  )
}
