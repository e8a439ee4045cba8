// A statistical test on a stream of numbers.

export interface TestResult {
  readonly name: string
  /** What the test looks at, in one sentence. */
  readonly about: string
  readonly pValue: number
}

/** Takes numbers 0..values-1 one by one; `results` is called after the last. */
export interface Tester {
  take(value: number): void
  results(): TestResult[]
}
