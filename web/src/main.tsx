import './mantine.css'
import './styles.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app.tsx'

// As a transition, so that React draws in small steps: the first drawing must not hold up scrolling and typing on a slow phone.
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
