import { describe, expect, test } from 'vitest'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { argon2Hasher, createPasswords, type Hasher, isCommon } from './passwords.ts'

/** An address that somebody asks from. */
const HERE = '203.0.113.7'
const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

test('a password is verified against its argon2id hash', async () => {
  const passwords = createPasswords(argon2Hasher(cost))
  const hash = await passwords.hash('correct horse', HERE)
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
  expect(await passwords.verify(hash, 'correct horse', HERE)).toBe(true)
  expect(await passwords.verify(hash, 'wrong horse', HERE)).toBe(false)
})

test('an accented letter makes the same password whether it was typed as one character or as two', async () => {
  const passwords = createPasswords(argon2Hasher(cost))
  const [one, two] = ['cr\u00e8me br\u00fbl\u00e9e', 'cre\u0300me bru\u0302le\u0301e']
  expect(await passwords.verify(await passwords.hash(one, HERE), two, HERE)).toBe(true)
  expect(await passwords.verify(await passwords.hash(two, HERE), one, HERE)).toBe(true)
  expect(await passwords.verify(await passwords.hash(one, HERE), 'creme brulee', HERE)).toBe(false)
  expect(
    await passwords.verify(await argon2Hasher(cost).hash('cm\u00b2 and \ufb01'), 'cm\u00b2 and \ufb01', HERE),
  ).toBe(true)
})

test('a password that was hashed as typed, before passwords were normalised, still works as typed', async () => {
  const passwords = createPasswords(argon2Hasher(cost))
  const typed = 'cre\u0300me bru\u0302le\u0301e'
  const hash = await argon2Hasher(cost).hash(typed)
  expect(await passwords.verify(hash, typed, HERE)).toBe(true)
  expect(await passwords.verify(hash, 'cre\u0300me', HERE)).toBe(false)
})

test('without settings the cost is what OWASP recommends', async () => {
  expect(await createPasswords(argon2Hasher()).hash('x', HERE)).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
})

test('after hashing has failed once, the next call tries again', async () => {
  const real = argon2Hasher(cost)
  let tries = 0
  const hash = async (password: string) => {
    if (tries++ === 0) throw new Error('no memory for this hash')
    return real.hash(password)
  }
  const passwords = createPasswords({ ...real, hash })
  await expect(passwords.verify(undefined, 'anything', HERE)).rejects.toThrow('no memory')
  expect(await passwords.verify(undefined, 'anything', HERE)).toBe(false)
})

/** Counts the work, so that "the same work" needs no measurement of time. */
function counting() {
  const done = { verified: 0, running: 0, runningMost: 0 }
  const real = argon2Hasher(cost)
  const hasher: Hasher = {
    hash: real.hash,
    async verify(hash, password) {
      done.verified++
      done.running++
      done.runningMost = Math.max(done.runningMost, done.running)
      try {
        return await real.verify(hash, password)
      } finally {
        done.running--
      }
    },
  }
  return { done, passwords: createPasswords(hasher) }
}

describe('an unknown email', () => {
  test('costs the same verification as a known one, against a hash of the same cost', async () => {
    const { done, passwords } = counting()
    expect(await passwords.verify(undefined, 'anything', HERE)).toBe(false)
    expect(done.verified).toBe(1)
    await passwords.verify(await passwords.hash('x', HERE), 'y', HERE)
    expect(done.verified).toBe(2)
  })

  test('costs the same for a password that has two forms', async () => {
    const { done, passwords } = counting()
    await passwords.verify(undefined, 'e\u0301', HERE)
    expect(done.verified).toBe(2)
    await passwords.verify(await passwords.hash('x', HERE), 'e\u0301', HERE)
    expect(done.verified).toBe(4)
  })
})

test('at most two passwords are hashed at a time, the others wait, and too many are rejected', async () => {
  const { done, passwords } = counting()
  const hash = await passwords.hash('x', HERE)
  const results = await Promise.allSettled(Array.from({ length: 600 }, () => passwords.verify(hash, 'x', HERE)))
  expect(done.runningMost).toBe(2)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(502)
  const rejected = results.find((result) => result.status === 'rejected')
  expect(rejected?.reason).toMatchObject({ kind: 'unavailable' })
  expect(await passwords.verify(hash, 'x', HERE)).toBe(true)
})

test('many who ask from one address, or from many networks of one customer, delay others by what is being hashed', async () => {
  const { passwords } = counting()
  const hash = await passwords.hash('x', HERE)
  const done: string[] = []
  const ask = (address: string) =>
    passwords.verify(hash, 'x', address).then(
      () => done.push(address),
      () => 'rejected',
    )
  const network = (nth: number) => `2001:db8:1:${nth.toString(16)}::1`
  const flood = Array.from({ length: 600 }, (_, nth) => ask(network(nth)))
  const others = ['203.0.113.8', '2001:db8:2::1'].map(ask)
  expect(await Promise.all(others)).not.toContain('rejected')
  expect(done.length).toBeLessThanOrEqual(6)
  expect((await Promise.all(flood)).filter((one) => one === 'rejected')).toHaveLength(600 - 500)
})

test('all fifty common passwords are recognised, in any case', () => {
  expect(COMMON_PASSWORDS.size).toBe(50)
  expect(isCommon('PassWord')).toBe(true)
  expect(isCommon('correct horse')).toBe(false)
})
