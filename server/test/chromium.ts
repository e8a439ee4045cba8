import { existsSync } from 'node:fs'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The browser of this machine, which `npm test` installs if it can. */
export function chromiumPath(): string {
  const found = PLACES.find((path) => existsSync(path))
  if (!found) throw new Error('No Chromium was found: install it')
  return found
}
