/** How long an answer waits for work behind it, such as a refund. Longer than a healthy database takes, too short to matter to a caller. */
const BRIEFLY_MS = 500

/** Waits for the work, but only for a moment: then the caller is answered, and the work goes on behind the answer. True if it was done by then. */
export function briefly(work: Promise<unknown>, waitMs = BRIEFLY_MS): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, waitMs, false)
    work.then(() => resolve(true), reject).finally(() => clearTimeout(timer))
  })
}
