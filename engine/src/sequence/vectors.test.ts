import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { compute, isSeed } from '../engine.ts'
import { hexOf } from '../primitives.ts'
import { checkSetting, keyOf, type Setting } from '../setting.ts'
import published from './vectors.json' with { type: 'json' }

const { tolerance, fair } = published

describe('the published vectors', () => {
  it('are all 23 there', () => {
    expect(published.vectors).toHaveLength(23)
  })

  it.each(published.vectors)('come out bit for bit: $given', ({ given, key, expect: wanted }) => {
    const setting = checkSetting(given as Setting)
    expect(hexOf(keyOf(setting))).toBe(key)
    const result = compute(setting)
    const { chi2, pValue, expectedStd, stdError, ...exact } = wanted
    expect(result).toMatchObject(exact)
    expect(Math.abs(result.chi2 - chi2)).toBeLessThanOrEqual(tolerance.chi2)
    expect(Math.abs(result.pValue - pValue)).toBeLessThanOrEqual(tolerance.pValue)
    expect(Math.abs(result.expectedStd - expectedStd)).toBeLessThanOrEqual(tolerance.expectedStd)
    expect(Math.abs(result.stdError - stdError)).toBeLessThanOrEqual(tolerance.stdError)
  })
})

describe('provably fair play', () => {
  it('derives the seed from a secret that was committed to, as the guide shows', () => {
    const secret = Buffer.from(fair.serverSecretHex, 'hex')
    expect(createHash('sha256').update(secret).digest('hex')).toBe(fair.commitment)
    const seed = createHmac('sha256', secret).update(`${fair.clientSeed}:${fair.nonce}`).digest('hex')
    expect(seed).toBe(fair.seed)
    expect(isSeed(seed)).toBe(true)
  })
})
