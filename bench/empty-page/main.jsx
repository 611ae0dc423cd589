import { createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The least that React can do: one line of text and one button that counts. */
function EmptyPage() {
  const [count, setCount] = useState(0)
  return createElement(
    'main',
    null,
    createElement('h1', null, 'An empty page'),
    createElement('button', { type: 'button', onClick: () => setCount(count + 1) }, `Pressed ${count}`),
  )
}

createRoot(document.getElementById('root')).render(createElement(EmptyPage))
