/** For `vi.waitFor`: what comes soon on an idle machine may take seconds on a busy one, and a test that passes does not wait any longer for it. */
export const WAIT = { timeout: 15_000, interval: 20 }
