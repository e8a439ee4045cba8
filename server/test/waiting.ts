/** For `vi.waitFor`: what comes soon on an idle machine may take a minute on a busy one, and a test that passes does not wait any longer for it. */
export const WAIT = { timeout: 120_000, interval: 20 }
