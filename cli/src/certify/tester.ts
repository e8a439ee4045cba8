// A statistical test over numbers that come one by one.

export interface TestResult {
  readonly name: string
  /** What it looks at, in one sentence. */
  readonly about: string
  readonly pValue: number
}

/** Takes numbers 0..values-1 one after another; answers when all were taken. */
export interface Tester {
  take(value: number): void
  results(): TestResult[]
}
