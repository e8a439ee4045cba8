import { existsSync } from 'node:fs'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The browser of this machine. `npm test` installs it where it may. */
export function chromiumPath(): string {
  const found = PLACES.find((path) => existsSync(path))
  if (!found) throw new Error('No Chromium was found: install it')
  return found
}
