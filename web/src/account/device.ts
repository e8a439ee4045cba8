// Names the browser and operating system of a User-Agent header.

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

export function deviceOf(userAgent: string): string {
  const browser = BROWSERS.find(([sign]) => userAgent.includes(sign))?.[1]
  const system = SYSTEMS.find(([sign]) => userAgent.includes(sign))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? userAgent.split(/[ /]/, 1)[0] ?? 'Unknown'
}
