import { expect, it } from 'vitest'
import { findBinaries } from './binaries.ts'

it('finds the PostgreSQL of this platform', async () => {
  expect(await findBinaries()).toMatchObject({ major: '18', version: expect.stringMatching(/^18\./) })
})

it.each(['sunos-x64', 'win32-x64'])('says what to do on %s, for which no package exists', async (platform) => {
  await expect(findBinaries(platform)).rejects.toThrow(/no PostgreSQL for .*Set DATABASE_URL/)
})
