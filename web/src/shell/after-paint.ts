/** A hidden window is never painted: then the task runs after this time. */
const UNPAINTED_MS = 200

/** Runs a task after the browser has painted. Returns a function that cancels it. */
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
