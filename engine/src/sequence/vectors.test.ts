import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { inPython } from '../../test/python.ts'
import { compute, isSeed, reportCompute } from '../engine.ts'
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

  it('are recomputed by verify.py from a saved response, and it finds every changed value', () => {
    const small = published.vectors.filter(({ given }) => given.samples < 5_000)
    const saved = small.map(({ given }) => JSON.parse(reportCompute(compute(given as Setting))))
    const [first] = saved
    const changed = [{ ain: 0.5 }, { std: 0 }, { sequence: '0' }, { digest: first.input }, { raw: first.input }]
    const results = [...saved, ...changed.map((one) => ({ ...first, ...one }))]
    expect(inPython('[verify.state_of(verify.check_result(r)) for r in given]', results)).toEqual([
      ...saved.map(() => 'verified'),
      ...changed.map(() => 'failed'),
    ])
  })
})

describe('provably fair play', () => {
  it('derives the seed from a committed secret, as the guide shows', () => {
    const secret = Buffer.from(fair.serverSecretHex, 'hex')
    expect(createHash('sha256').update(secret).digest('hex')).toBe(fair.commitment)
    const seed = createHmac('sha256', secret).update(`${fair.clientSeed}:${fair.nonce}`).digest('hex')
    expect(seed).toBe(fair.seed)
    expect(isSeed(seed)).toBe(true)
  })
})
