import { createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** A minimal React page: one line of text and a counter button. */
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
