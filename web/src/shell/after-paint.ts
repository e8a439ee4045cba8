/** In a window that is not on the screen nothing is painted: then a task waits this long. */
const UNPAINTED_MS = 200

/** Runs a task once the change of this moment is on the screen. Returns a function that calls it off. */
export function afterPaint(task: () => void): () => void {
  const run = () => {
    cancel()
    task()
  }
  let timer = setTimeout(run, UNPAINTED_MS)
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(run)
  })
  const cancel = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  return cancel
}
