import './mantine.css'
import './styles.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app.tsx'

// A transition, so that React renders in small steps: the first render must not block scrolling and typing on a slow phone.
const element = document.getElementById('root')
if (element) {
  const root = createRoot(element)
  startTransition(() =>
    root.render(
      <StrictMode>
        <App Router={BrowserRouter} />
      </StrictMode>,
    ),
  )
}
