/** For `vi.waitFor`: generous, because a busy machine can take a minute; a passing test does not wait longer than needed. */
export const WAIT = { timeout: 120_000, interval: 20 }
