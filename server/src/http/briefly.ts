/** How long a response waits for work such as a refund: longer than a healthy database takes, too short to matter to a caller. */
const BRIEFLY_MS = 500

/** Waits a moment for the work; then the caller gets the response and the work continues. Returns true if it was done by then. */
export function briefly(work: Promise<unknown>, waitMs = BRIEFLY_MS): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, waitMs, false)
    work.then(() => resolve(true), reject).finally(() => clearTimeout(timer))
  })
}
